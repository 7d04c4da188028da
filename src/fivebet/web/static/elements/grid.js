import { html } from "../lib/html.js";
import { CLASSES } from "../lib/range.js";

/**
 * @typedef {{ style: Record<string, string>, label: string, kind?: string, small?: string }} Square
 * @typedef {{ label: string, square: (at: number) => Square, pick?: (at: number) => void, chosen?: number }} Options
 */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 });

/** Go from one square of 13 in a row to the next by arrow keys, past those that cannot be picked. @param {KeyboardEvent} event */
export function moveInGrid(event) {
  const step = STEPS[event.key];
  const from = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("button"));
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const squares = /** @type {HTMLButtonElement[]} */ ([...(from.parentElement?.children ?? [])]);
  let at = squares.findIndex((each) => each === from) + step;
  while (squares[at]?.disabled) at += step;
  const to = squares[at];
  if (!to) return;
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

/** Show the 169 classes as a grid; squares can be picked where that is of use. @param {Options} options */
export function classGrid({ label, square, pick, chosen = -1 }) {
  return html`<div class="class-grid" role="group" aria-label=${label} @keydown=${pick ? moveInGrid : null}>
    ${CLASSES.map((name, at) => {
      const { style, label: text, kind = "", small = "" } = square(at);
      const face = html`<b>${name}</b>${small ? html`<small data-text=${small}></small>` : null}`;
      return pick
        ? html`<button type="button" class=${`square ${kind}`} style=${style} aria-label=${text} title=${text}
            tabindex=${at === Math.max(0, chosen) ? 0 : -1} aria-pressed=${String(at === chosen)} @click=${() => pick(at)}>${face}</button>`
        : html`<span class=${`square ${kind}`} style=${style} role="img" aria-label=${text} title=${text}>${face}</span>`;
    })}
  </div>`;
}

/** Return the style of a square that is filled as far as a share goes. @param {number} share @param {string} [colour] */
export function filled(share, colour = "var(--fill)") {
  return { "--share": share.toFixed(4), "--colour": colour };
}

/** Show a range as a thumbnail. @param {ArrayLike<number>} weights by class @param {string} label */
export function thumbnail(weights, label) {
  return html`<span class="thumbnail" role="img" aria-label=${label}>
    ${CLASSES.map((_, at) => html`<i style=${{ "--share": weights[at].toFixed(3) }}></i>`)}
  </span>`;
}
