import { html } from "../lib/html.js";
import { formatSigned } from "../lib/format.js";
import { scrollView } from "./fields.js";

/**
 * Show what each row has won from each column, as colours and figures.
 * @param {string[]} names
 * @param {(number | null)[][]} cells
 * @param {string} unit
 */
export function crossTable(names, cells, unit) {
  const most = Math.max(1e-9, ...cells.flat().map((value) => Math.abs(value ?? 0)));
  const table = html`<table class="cross">
    <thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>
      ${names.map(
        (name, row) => html`<tr>
          <th scope="row">${name}</th>
          ${names.map((_, column) => cellView(row === column ? undefined : cells[row]?.[column] ?? null, most))}
        </tr>`,
      )}
    </tbody>
  </table>`;
  return html`${scrollView("Who wins from whom", table, "flat")}
    <p class="muted small after">Winnings of the row from the column, ${unit}.</p>`;
}

/** Show a cell: its figure, "…" for one that is not known yet, nothing on the diagonal. @param {number | null | undefined} value @param {number} most */
function cellView(value, most) {
  if (value === undefined || value === null) return html`<td style=${{ "--heat": "transparent" }}>${value === null ? "…" : ""}</td>`;
  const strength = Math.round((55 * Math.abs(value)) / most);
  const heat = `color-mix(in srgb, var(${value >= 0 ? "--heat-good" : "--heat-bad"}) ${strength}%, var(--raised))`;
  return html`<td style=${{ "--heat": heat }}>${formatSigned(Math.round(value))}</td>`;
}
