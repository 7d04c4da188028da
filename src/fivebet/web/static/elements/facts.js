import { html } from "../lib/html.js";

/** Show plain data, like an agent's reasons, as a list. @param {Record<string, unknown>} facts */
export function factsView(facts) {
  return html`<dl class="facts">
    ${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd>${formatFact(value)}</dd>`)}
  </dl>`;
}

/** @param {unknown} value @returns {string} */
function formatFact(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en") : String(Number(value.toPrecision(4)));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(formatFact).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([name, each]) => `${name} ${formatFact(each)}`).join(" · ");
  }
  return String(value ?? "");
}
