import { html } from "../lib/html.js";

/**
 * @typedef {{ value: number | null, times: number, opportunities: number }} Ratio
 * @typedef {{ name: string, hands: number, aggression_factor: number | null, ratios: Record<string, Ratio>,
 *   streets: Record<string, Record<string, Ratio>>, positions: Record<string, Record<string, Ratio>> }} Figures
 */

const ROWS = /** @type {[string, string][]} */ ([
  ["vpip", "VPIP"],
  ["pfr", "PFR"],
  ["rfi", "Raise first in"],
  ["three_bet", "3-bet"],
  ["fold_to_three_bet", "Fold to 3-bet"],
  ["cbet", "Continuation bet"],
  ["fold_to_cbet", "Fold to c-bet"],
  ["check_fold", "Check-fold"],
  ["aggression_frequency", "AFq"],
  ["showdown", "Went to showdown"],
  ["won_showdown", "Won at showdown"],
]);
const STREETS = ["preflop", "flop", "turn", "river"];
const BY_STREET = /** @type {[string, string][]} */ ([["aggression_frequency", "AFq"], ["cbet", "C-bet"], ["check_fold", "Check-fold"], ["fold", "Fold to bet"]]);

/** @param {Ratio | undefined} ratio */
function share(ratio) {
  return ratio && ratio.value !== null ? `${Math.round(100 * ratio.value)}` : "–";
}

/**
 * One line on a plate: VPIP, PFR, AF and hands.
 * @param {Figures[]} figures
 * @param {string} name
 */
export function figuresView(figures, name) {
  const found = figures.find((each) => each.name === name);
  if (!found || !found.hands) return null;
  const factor = found.aggression_factor === null ? "–" : found.aggression_factor.toFixed(1);
  return html`<span class="figures" title="VPIP / PFR / aggression factor (hands)"><span>${share(found.ratios.vpip)}/${share(found.ratios.pfr)}</span><span>AF ${factor}</span><span>${found.hands}h</span></span>`;
}

/**
 * Everybody's statistics with their sample sizes, by street and position on request.
 * @param {Figures[]} figures
 * @param {string[]} seated
 */
export function statisticsView(figures, seated) {
  const shown = figures.filter((each) => each.hands && (!seated.length || seated.includes(each.name)));
  if (!shown.length) return html`<p class="muted">Statistics come with the first hand.</p>`;
  return html`<div class="stack">${shown.map(
    (each) => html`<section>
      <h3>${each.name} <span class="muted small">${each.hands} ${each.hands === 1 ? "hand" : "hands"}</span></h3>
      <table class="stats"><thead><tr><th>Statistic</th><th>%</th><th>of</th></tr></thead><tbody>
        ${ROWS.map(([key, label]) => html`<tr><th scope="row">${label}</th><td>${share(each.ratios[key])}</td><td><small>${each.ratios[key]?.times ?? 0}/${each.ratios[key]?.opportunities ?? 0}</small></td></tr>`)}
        <tr><th scope="row">AF</th><td>${each.aggression_factor === null ? "–" : each.aggression_factor.toFixed(2)}</td><td></td></tr>
      </tbody></table>
      <details class="small"><summary>By street</summary>
        <table class="stats"><thead><tr><th></th>${STREETS.map((street) => html`<th>${street}</th>`)}</tr></thead><tbody>
          ${BY_STREET.map(([key, label]) => html`<tr><th scope="row">${label}</th>${STREETS.map((street) => html`<td>${cell(each.streets[street]?.[key])}</td>`)}</tr>`)}
        </tbody></table></details>
      <details class="small"><summary>By position</summary>
        <table class="stats"><thead><tr><th></th><th>VPIP</th><th>PFR</th><th>RFI</th></tr></thead><tbody>
          ${Object.entries(each.positions).map(([position, ratios]) => html`<tr><th scope="row">${position}</th>${["vpip", "pfr", "rfi"].map((key) => html`<td>${cell(ratios[key])}</td>`)}</tr>`)}
        </tbody></table></details>
    </section>`,
  )}</div>`;
}

/** @param {Ratio | undefined} ratio */
function cell(ratio) {
  if (!ratio || !ratio.opportunities) return html`<small>–</small>`;
  return html`${share(ratio)} <small>(${ratio.opportunities})</small>`;
}
