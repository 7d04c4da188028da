import { html } from "../lib/html.js";

/**
 * Row's winnings from column, as colours and figures.
 * @param {string[]} names
 * @param {(number | null)[][]} cells
 * @param {string} unit
 */
export function crossTable(names, cells, unit) {
  const most = Math.max(1e-9, ...cells.flat().map((value) => Math.abs(value ?? 0)));
  return html`<div class="scroll flat" tabindex="0" role="region" aria-label="Who wins from whom"><table class="cross"><thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${names.map((name, row) => html`<tr><th scope="row">${name}</th>${names.map((_, column) => {
      const value = row === column ? null : cells[row]?.[column] ?? null;
      return html`<td style=${{ "--heat": value === null ? "transparent" : `color-mix(in srgb, var(${value >= 0 ? "--heat-good" : "--heat-bad"}) ${Math.round((55 * Math.abs(value)) / most)}%, var(--raised))` }}>${value === null ? (row === column ? "" : "…") : `${value >= 0 ? "+" : "−"}${Math.round(Math.abs(value)).toLocaleString("en")}`}</td>`;
    })}</tr>`)}</tbody></table></div><p class="muted small after">The row's winnings from the column, ${unit}.</p>`;
}
