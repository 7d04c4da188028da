import { html } from "../lib/html.js";

/** @typedef {Api.Get["/tables/{number}/statistics"]["answer"][number]} Figures */
/** @typedef {Figures["ratios"][string]} Ratio */

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
const BY_STREET = /** @type {[string, string][]} */ ([
  ["aggression_frequency", "AFq"],
  ["cbet", "C-bet"],
  ["check_fold", "Check-fold"],
  ["fold", "Fold to bet"],
]);
const BY_POSITION = /** @type {[string, string][]} */ ([["vpip", "VPIP"], ["pfr", "PFR"], ["rfi", "RFI"]]);

/** @param {Ratio | undefined} ratio */
function formatRatio(ratio) {
  return ratio && ratio.value !== null ? `${Math.round(100 * ratio.value)}` : "–";
}

/** Show a player's VPIP, PFR, aggression factor and hands in one line. @param {Figures[]} figures @param {string} name */
export function figuresView(figures, name) {
  const found = figures.find((each) => each.name === name);
  if (!found || !found.hands) return null;
  const factor = found.aggression_factor === null ? "–" : found.aggression_factor.toFixed(1);
  return html`<span class="figures" title="VPIP / PFR / aggression factor (hands)">
    <span>${formatRatio(found.ratios.vpip)}/${formatRatio(found.ratios.pfr)}</span>
    <span>AF ${factor}</span>
    <span>${found.hands}h</span>
  </span>`;
}

/**
 * Show everyone's statistics with their sample sizes.
 * @param {Figures[]} figures
 * @param {string[]} seated
 * @param {(name: string) => string} nameOf what a player is called on this screen
 */
export function statisticsView(figures, seated, nameOf) {
  const shown = figures.filter((each) => each.hands && (!seated.length || seated.includes(each.name)));
  if (!shown.length) return html`<p class="muted">Statistics appear after the first hand.</p>`;
  return html`<div class="stack">${shown.map((player) => playerView(player, nameOf(player.name)))}</div>`;
}

/** @param {Figures} player @param {string} name */
function playerView({ hands, aggression_factor: factor, ratios, streets, positions }, name) {
  return html`<section>
    <h3>${name} <span class="muted small">${hands} ${hands === 1 ? "hand" : "hands"}</span></h3>
    <table class="stats">
      <thead><tr><th>Statistic</th><th>%</th><th>of</th></tr></thead>
      <tbody>
        ${ROWS.map(
          ([key, label]) => html`<tr>
            <th scope="row">${label}</th>
            <td>${formatRatio(ratios[key])}</td>
            <td><small>${ratios[key]?.times ?? 0}/${ratios[key]?.opportunities ?? 0}</small></td>
          </tr>`,
        )}
        <tr><th scope="row">AF</th><td>${factor === null ? "–" : factor.toFixed(2)}</td><td></td></tr>
      </tbody>
    </table>
    <details class="small">
      <summary>By street</summary>
      <table class="stats">
        <thead><tr><th></th>${STREETS.map((street) => html`<th>${street}</th>`)}</tr></thead>
        <tbody>
          ${BY_STREET.map(
            ([key, label]) => html`<tr>
              <th scope="row">${label}</th>
              ${STREETS.map((street) => html`<td>${ratioView(streets[street]?.[key])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </details>
    <details class="small">
      <summary>By position</summary>
      <table class="stats">
        <thead><tr><th></th>${BY_POSITION.map(([, label]) => html`<th>${label}</th>`)}</tr></thead>
        <tbody>
          ${Object.entries(positions).map(
            ([position, counted]) => html`<tr>
              <th scope="row">${position}</th>
              ${BY_POSITION.map(([key]) => html`<td>${ratioView(counted[key])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </section>`;
}

/** @param {Ratio | undefined} ratio */
function ratioView(ratio) {
  if (!ratio || !ratio.opportunities) return html`<small>–</small>`;
  return html`${formatRatio(ratio)} <small>(${ratio.opportunities})</small>`;
}
