import { html, svg } from "../lib/html.js";
import { Piece } from "../lib/element.js";

/**
 * @typedef {{ name: string, values: (number | null)[], dashed?: (number | null)[] | null, mean?: number, spread?: number | null }} Line
 * @typedef {{ label: string, x: number[], lines: Line[], xName: string, yName: string, logarithmic?: boolean, target?: number | null, banded?: boolean, percent?: boolean }} Data
 */

const HEIGHT = 300;
const EDGES = { left: 52, right: 18, top: 30, bottom: 34 };
const BANDS = /** @type {[number, string][]} */ ([[1.96, "band-95"], [1.036, "band-70"]]);
const NUMBER = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** The colour of the so-manieth line. @param {number} at */
export function lineColour(at) {
  return `var(--line-${at % 8})`;
}

/** Lines over a common x, with bands that hold 70 and 95 of a hundred courses. */
export class Chart extends Piece {
  width = 640;
  /** @type {Data | null} */
  #data = null;
  /** @type {number | null} */
  pointed = null;
  /** @type {number | null} the line that is picked out */
  chosen = null;

  /** @param {Data | null} data */
  set data(data) {
    this.#data = data;
    if (this.pointed !== null && this.pointed >= (data?.x.length ?? 0)) this.pointed = null;
    this.changed();
  }

  start() {
    const watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (!width || width === this.width) return;
      this.width = width;
      this.changed();
    });
    watch.observe(this);
    this.finally(() => watch.disconnect());
  }

  view() {
    const data = this.#data;
    if (!data || data.x.length < 2) return html`<p class="chart-empty muted">The curve comes with the first results.</p>`;
    const scale = scales(data, this.width, this.chosen);
    const { x, y, xTicks, yTicks } = scale;
    const banded = data.banded && (this.chosen !== null || data.lines.length <= 2);
    return html`
      <svg class="chart" viewBox=${`0 0 ${this.width} ${HEIGHT}`} width=${this.width} height=${HEIGHT} role="img" aria-label=${data.label}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.#point(event, scale.from)} @pointerleave=${() => this.#leave()}>
        ${yTicks.map((tick) => svg`<line class="grid-line" x1=${EDGES.left} x2=${this.width - EDGES.right} y1=${y(tick)} y2=${y(tick)}/><text class="tick" x=${EDGES.left - 8} y=${y(tick) + 4} text-anchor="end">${shown(tick, data)}</text>`)}
        ${xTicks.map((tick) => svg`<text class="tick" x=${x(tick)} y=${HEIGHT - EDGES.bottom + 18} text-anchor="middle">${NUMBER.format(tick)}</text>`)}
        ${!data.logarithmic && yTicks[0] <= 0 && yTicks[yTicks.length - 1] >= 0 ? svg`<line class="zero-line" x1=${EDGES.left} x2=${this.width - EDGES.right} y1=${y(0)} y2=${y(0)}/>` : null}
        ${data.target ? svg`<line class="target-line" x1=${EDGES.left} x2=${this.width - EDGES.right} y1=${y(data.target)} y2=${y(data.target)}/>` : null}
        ${banded ? data.lines.map((line, at) => (this.chosen === null || this.chosen === at ? BANDS.map(([times, kind]) => svg`<path class=${kind} d=${bandPath(data.x, line, times, x, y)} fill=${lineColour(at)}/>`) : [])).flat() : null}
        ${data.lines.map((line, at) => svg`<path class=${this.chosen === null || this.chosen === at ? "line" : "line faded"} d=${linePath(data.x, line.values, x, y)} stroke=${lineColour(at)}/>`)}
        ${data.lines.map((line, at) => (line.dashed ? svg`<path class=${this.chosen === null || this.chosen === at ? "line dashed" : "line dashed faded"} d=${linePath(data.x, line.dashed, x, y)} stroke=${lineColour(at)}/>` : null))}
        ${this.pointed === null ? null : svg`<line class="pointer-line" x1=${x(data.x[this.pointed])} x2=${x(data.x[this.pointed])} y1=${EDGES.top} y2=${HEIGHT - EDGES.bottom}/>`}
        <text class="axis" x=${this.width - EDGES.right} y=${HEIGHT - 3} text-anchor="end">${data.xName}</text>
        <text class="axis" x="0" y="12">${data.yName}</text>
      </svg>
      ${this.pointed === null ? null : html`<div class="chart-tip" aria-hidden="true" style=${{ "--x": `${Math.min(x(data.x[this.pointed]) + 10, this.width - 190)}px` }}><b>${NUMBER.format(data.x[this.pointed])} ${data.xName}</b>
        ${data.lines.map((line, at) => html`<span><i style=${{ "--colour": lineColour(at) }}></i>${line.name} <b>${shown(line.values[this.pointed ?? 0] ?? 0, data)}</b>${line.dashed ? html` <em>${shown(line.dashed[this.pointed ?? 0] ?? 0, data)}</em>` : null}</span>`)}</div>`}
      ${data.lines.length > 1 ? html`<div class="legend">${data.lines.map((line, at) => html`<button type="button" aria-pressed=${String(this.chosen === at)} @click=${() => {
        this.chosen = this.chosen === at ? null : at;
        this.changed();
      }}><i style=${{ "--colour": lineColour(at) }}></i>${line.name}</button>`)}</div>` : null}
    `;
  }

  /** @param {PointerEvent} event @param {(pixel: number) => number} from */
  #point(event, from) {
    const picture = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const wanted = from(((event.clientX - picture.left) / picture.width) * this.width);
    const xs = this.#data?.x ?? [];
    let best = 0;
    xs.forEach((each, at) => {
      if (Math.abs(each - wanted) < Math.abs(xs[best] - wanted)) best = at;
    });
    if (best !== this.pointed) {
      this.pointed = best;
      this.changed();
    }
  }

  #leave() {
    this.pointed = null;
    this.changed();
  }
}

/** @param {Data} data @param {number} width @param {number | null} chosen */
function scales(data, width, chosen) {
  const most = data.x[data.x.length - 1] || 1;
  const first = data.x[0];
  /** @type {number[]} */
  const all = [];
  data.lines.forEach((line, at) => {
    for (const value of [...line.values, ...(line.dashed ?? [])]) if (value !== null) all.push(value);
    const banded = data.banded && (chosen === at || (chosen === null && data.lines.length <= 2));
    if (banded && line.spread && line.mean !== undefined) {
      const reach = 1.96 * line.spread * Math.sqrt(most);
      all.push(line.mean * most - reach, line.mean * most + reach);
    }
  });
  if (data.target) all.push(data.target);
  if (!data.logarithmic) all.push(0);
  const yTicks = data.logarithmic ? decades(Math.min(...all), Math.max(...all)) : ticks(Math.min(...all), Math.max(...all), 5);
  const turn = data.logarithmic ? Math.log10 : (/** @type {number} */ value) => value;
  const [low, high] = [turn(yTicks[0]), turn(yTicks[yTicks.length - 1])];
  const inside = width - EDGES.left - EDGES.right;
  const tall = HEIGHT - EDGES.top - EDGES.bottom;
  return {
    x: (/** @type {number} */ value) => round(EDGES.left + (inside * (value - first)) / (most - first || 1)),
    y: (/** @type {number} */ value) => round(EDGES.top + tall * (1 - (turn(Math.max(value, data.logarithmic ? yTicks[0] : -Infinity)) - low) / (high - low || 1))),
    from: (/** @type {number} */ pixel) => first + ((pixel - EDGES.left) / inside) * (most - first),
    xTicks: ticks(first, most, Math.max(2, Math.floor(width / 110))).filter((tick) => tick >= first && tick <= most),
    yTicks,
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(10 * value) / 10;
}

/** @param {number} low @param {number} high @param {number} wanted */
function ticks(low, high, wanted) {
  const span = high - low || 1;
  const raw = span / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10);
  const found = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step); at++) found.push(Number((at * step).toPrecision(12)));
  return found;
}

/** @param {number} low @param {number} high */
function decades(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(Math.max(low, 1e-6))); power <= Math.ceil(Math.log10(Math.max(high, 1e-6))); power++) found.push(10 ** power);
  return found.length > 1 ? found : [found[0] / 10, found[0]];
}

/** @param {number[]} xs @param {(number | null)[]} ys @param {(value: number) => number} x @param {(value: number) => number} y */
function linePath(xs, ys, x, y) {
  let path = "";
  ys.forEach((value, at) => {
    if (value !== null && xs[at] !== undefined) path += `${path ? "L" : "M"}${x(xs[at])} ${y(value)}`;
  });
  return path;
}

/** @param {number[]} xs @param {Line} line @param {number} times @param {(value: number) => number} x @param {(value: number) => number} y */
function bandPath(xs, line, times, x, y) {
  const { mean, spread } = line;
  if (mean === undefined || !spread) return "";
  const edge = (/** @type {number} */ sign) => (/** @type {number} */ played) => `${x(played)} ${y(mean * played + sign * times * spread * Math.sqrt(Math.max(0, played)))}`;
  return `M${xs.map(edge(1)).join("L")}L${[...xs].reverse().map(edge(-1)).join("L")}Z`;
}

/** @param {number} value @param {Data} data */
function shown(value, data) {
  if (data.percent) return `${Number(value.toPrecision(3))} %`;
  return NUMBER.format(Object.is(value, -0) ? 0 : value);
}

customElements.define("fb-chart", Chart);
