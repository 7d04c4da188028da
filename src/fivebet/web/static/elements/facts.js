import { html } from "../lib/html.js";

/**
 * Plain data as a list: an agent's reasons, say.
 * @param {Record<string, unknown>} facts
 * @returns {import("../lib/html.js").Result}
 */
export function factsView(facts) {
  return html`<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd>${factText(value)}</dd>`)}</dl>`;
}

/** @param {unknown} value @returns {string} */
function factText(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en") : String(Number(value.toPrecision(4)));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(factText).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([name, each]) => `${name} ${factText(each)}`).join(" · ");
  }
  return String(value ?? "");
}
