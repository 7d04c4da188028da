import { html, svg } from "../lib/html.js";
import { Component } from "../lib/component.js";

/**
 * @typedef {{ name: string, values: (number | null)[], dashed?: (number | null)[] | null, mean?: number, spread?: number | null }} Line
 * @typedef {ReturnType<typeof scales>} Scale
 * @typedef {{ label: string, x: number[], lines: Line[], xName: string, yName: string,
 *   logarithmic?: boolean, target?: number | null, banded?: boolean, percent?: boolean }} Data
 */

const HEIGHT = 300;
const EDGES = { left: 52, right: 18, top: 30, bottom: 34 };
const BANDS = /** @type {[number, string][]} */ ([[1.96, "band-95"], [1.036, "band-70"]]);
const NUMBER = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** Return the colour of a line by its number. @param {number} at */
export function lineColour(at) {
  return `var(--line-${at % 8})`;
}

/** Lines over a common x, with bands that cover 70 % and 95 % of such runs. */
export class Chart extends Component {
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
    this.update();
  }

  start() {
    const watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (!width || width === this.width) return;
      this.width = width;
      this.update();
    });
    watch.observe(this);
    this.onLeave(() => watch.disconnect());
  }

  view() {
    const data = this.#data;
    if (!data || data.x.length < 2) return html`<p class="chart-empty muted">The chart appears with the first results.</p>`;
    const scale = scales(data, this.width, this.chosen);
    const { pointed } = this;
    return html`
      <svg class="chart" viewBox=${`0 0 ${this.width} ${HEIGHT}`} width=${this.width} height=${HEIGHT} role="img" aria-label=${data.label}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.#point(event, scale.from)} @pointerleave=${() => this.#leave()}>
        ${this.#axes(data, scale)}
        ${this.#bands(data, scale)}
        ${data.lines.map((line, at) => this.#line(at, "line", linePath(data.x, line.values, scale)))}
        ${data.lines.map((line, at) => (line.dashed ? this.#line(at, "line dashed", linePath(data.x, line.dashed, scale)) : null))}
        ${pointed === null ? null : this.#rule("pointer-line", [scale.x(data.x[pointed]), EDGES.top], [scale.x(data.x[pointed]), HEIGHT - EDGES.bottom])}
        <text class="axis" x=${this.width - EDGES.right} y=${HEIGHT - 3} text-anchor="end">${data.xName}</text>
        <text class="axis" x="0" y="12">${data.yName}</text>
      </svg>
      ${pointed === null ? null : this.#tip(data, scale, pointed)}
      ${data.lines.length > 1 ? html`<div class="legend">${data.lines.map((line, at) => this.#legend(line, at))}</div>` : null}
    `;
  }

  /** @param {Data} data @param {Scale} scale */
  #axes(data, { x, y, xTicks, yTicks }) {
    const [left, right] = [EDGES.left, this.width - EDGES.right];
    const hasZero = !data.logarithmic && yTicks[0] <= 0 && yTicks[yTicks.length - 1] >= 0;
    return [
      ...yTicks.flatMap((tick) => [
        this.#rule("grid-line", [left, y(tick)], [right, y(tick)]),
        svg`<text class="tick" x=${left - 8} y=${y(tick) + 4} text-anchor="end">${formatValue(tick, data)}</text>`,
      ]),
      ...xTicks.map(
        (tick) => svg`<text class="tick" x=${x(tick)} y=${HEIGHT - EDGES.bottom + 18} text-anchor="middle">${NUMBER.format(tick)}</text>`,
      ),
      hasZero ? this.#rule("zero-line", [left, y(0)], [right, y(0)]) : null,
      data.target ? this.#rule("target-line", [left, y(data.target)], [right, y(data.target)]) : null,
    ];
  }

  /** @param {string} kind @param {[number, number]} from @param {[number, number]} to */
  #rule(kind, from, to) {
    return svg`<line class=${kind} x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]}/>`;
  }

  /** @param {Data} data @param {Scale} scale */
  #bands(data, scale) {
    if (!data.banded || (this.chosen === null && data.lines.length > 2)) return null;
    return data.lines.flatMap((line, at) => {
      if (this.chosen !== null && this.chosen !== at) return [];
      return BANDS.map(([times, kind]) => svg`<path class=${kind} d=${bandPath(data.x, line, times, scale)} fill=${lineColour(at)}/>`);
    });
  }

  /** @param {number} at @param {string} kind @param {string} path */
  #line(at, kind, path) {
    const isFaded = this.chosen !== null && this.chosen !== at;
    return svg`<path class=${isFaded ? `${kind} faded` : kind} d=${path} stroke=${lineColour(at)}/>`;
  }

  /** @param {Data} data @param {Scale} scale @param {number} pointed */
  #tip(data, { x }, pointed) {
    const left = Math.min(x(data.x[pointed]) + 10, this.width - 190);
    return html`<div class="chart-tip" aria-hidden="true" style=${{ "--x": `${left}px` }}>
      <b>${NUMBER.format(data.x[pointed])} ${data.xName}</b>
      ${data.lines.map(
        (line, at) => html`<span>
          <i style=${{ "--colour": lineColour(at) }}></i>${line.name} <b>${formatValue(line.values[pointed] ?? 0, data)}</b>
          ${line.dashed ? html` <em>${formatValue(line.dashed[pointed] ?? 0, data)}</em>` : null}
        </span>`,
      )}
    </div>`;
  }

  /** @param {Line} line @param {number} at */
  #legend({ name }, at) {
    const choose = () => {
      this.chosen = this.chosen === at ? null : at;
      this.update();
    };
    return html`<button type="button" aria-pressed=${String(this.chosen === at)} @click=${choose}>
      <i style=${{ "--colour": lineColour(at) }}></i>${name}
    </button>`;
  }

  /** @param {PointerEvent} event @param {(pixel: number) => number} from */
  #point(event, from) {
    const picture = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const value = from(((event.clientX - picture.left) / picture.width) * this.width);
    const xs = this.#data?.x ?? [];
    let best = 0;
    xs.forEach((each, at) => {
      if (Math.abs(each - value) < Math.abs(xs[best] - value)) best = at;
    });
    if (best !== this.pointed) {
      this.pointed = best;
      this.update();
    }
  }

  #leave() {
    this.pointed = null;
    this.update();
  }
}

/** Return how values become pixels. @param {Data} data @param {number} width @param {number | null} chosen */
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
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  const yTicks = data.logarithmic ? decades(least, greatest) : ticks(least, greatest, 5);
  const floor = data.logarithmic ? yTicks[0] : -Infinity;
  const turn = data.logarithmic ? Math.log10 : (/** @type {number} */ value) => value;
  const [low, high] = [turn(yTicks[0]), turn(yTicks[yTicks.length - 1])];
  const inside = width - EDGES.left - EDGES.right;
  const tall = HEIGHT - EDGES.top - EDGES.bottom;
  return {
    x: (/** @type {number} */ value) => round(EDGES.left + (inside * (value - first)) / (most - first || 1)),
    y: (/** @type {number} */ value) => round(EDGES.top + tall * (1 - (turn(Math.max(value, floor)) - low) / (high - low || 1))),
    from: (/** @type {number} */ pixel) => first + ((pixel - EDGES.left) / inside) * (most - first),
    xTicks: ticks(first, most, Math.max(2, Math.floor(width / 110)), 1).filter((tick) => tick >= first && tick <= most),
    yTicks,
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(10 * value) / 10;
}

/**
 * Return about so many round numbers that cover an interval.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @param {number} [least] the least step: there is no half a hand
 */
function ticks(low, high, count, least = 0) {
  const span = high - low || 1;
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(least, power * ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10));
  const found = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step); at++) found.push(Number((at * step).toPrecision(12)));
  return found;
}

/** Return the powers of ten that cover an interval. @param {number} low @param {number} high */
function decades(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(Math.max(low, 1e-6))); power <= Math.ceil(Math.log10(Math.max(high, 1e-6))); power++) found.push(10 ** power);
  return found.length > 1 ? found : [found[0] / 10, found[0]];
}

/** @param {number[]} xs @param {(number | null)[]} ys @param {Scale} scale */
function linePath(xs, ys, { x, y }) {
  let path = "";
  ys.forEach((value, at) => {
    if (value !== null && xs[at] !== undefined) path += `${path ? "L" : "M"}${x(xs[at])} ${y(value)}`;
  });
  return path;
}

/** @param {number[]} xs @param {Line} line @param {number} times @param {Scale} scale */
function bandPath(xs, line, times, { x, y }) {
  const { mean, spread } = line;
  if (mean === undefined || !spread) return "";
  const edge = (/** @type {number} */ sign) => (/** @type {number} */ played) =>
    `${x(played)} ${y(mean * played + sign * times * spread * Math.sqrt(Math.max(0, played)))}`;
  return `M${xs.map(edge(1)).join("L")}L${[...xs].reverse().map(edge(-1)).join("L")}Z`;
}

/** @param {number} value @param {Data} data */
function formatValue(value, data) {
  if (data.percent) return `${Number(value.toPrecision(3))} %`;
  return NUMBER.format(Object.is(value, -0) ? 0 : value).replace("-", "−");
}

customElements.define("fb-chart", Chart);
