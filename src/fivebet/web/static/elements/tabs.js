import { html } from "../lib/html.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });

/**
 * Show tabs; the arrow keys, Home and End go from one to the next.
 * @param {string} label
 * @param {[string, string][]} tabs
 * @param {string} chosen
 * @param {(tab: string) => void} pick
 */
export function tabsView(label, tabs, chosen, pick) {
  const keys = tabs.map(([key]) => key);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const at = { Home: 0, End: keys.length - 1 }[event.key] ?? keys.indexOf(chosen) + (STEPS[event.key] ?? NaN);
    const next = keys[(at + keys.length) % keys.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    pick(next);
    /** @type {HTMLElement | null} */ (document.getElementById(`tab-${next}`))?.focus();
  };
  return html`<div role="tablist" aria-label=${label} @keydown=${move}>
    ${tabs.map(
      ([key, text]) => html`<button type="button" role="tab" id=${`tab-${key}`} aria-controls="tab" aria-selected=${String(chosen === key)}
        tabindex=${chosen === key ? 0 : -1} @click=${() => pick(key)}>${text}</button>`,
    )}
  </div>`;
}
