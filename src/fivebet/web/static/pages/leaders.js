import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { formatSigned } from "../lib/format.js";
import { Task } from "../lib/task.js";
import { headView, problemView, scrollView, segments, selectField } from "../elements/fields.js";
import { watchNav } from "../elements/watch-nav.js";

/** @typedef {Api.Get["/leaders"]["answer"]} Board */
/** @typedef {Board["leaders"][number]} Leader */

/** Who has won most over all contests. */
export default class Leaders extends Component {
  /** @type {Board | null} */
  board = null;
  game = "";
  hands = 1000;
  #loading = new Task(this);

  start() {
    this.#load();
  }

  #load() {
    const query = { game: this.game, hands: this.hands };
    this.#loading.refresh(() => get("/leaders", { query }), (board) => {
      this.board = board;
    });
  }

  view() {
    const { board } = this;
    const leaders = board?.leaders ?? [];
    const setGame = (/** @type {string} */ game) => {
      this.game = game;
      this.#load();
    };
    const setHands = (/** @type {string} */ hands) => {
      this.hands = Number(hands);
      this.#load();
    };
    const games = (board?.games ?? []).map((game) => /** @type {[string, string]} */ ([game, game]));
    return html`
      ${headView("Leader board", "What every agent has won over all matches, rings and leagues stored in this card room.")}
      ${watchNav()}
      ${problemView(this.#loading.problem)}
      <section class="card tools">
        <div class="tool-row">
          ${selectField("Game", this.game, [["", "All games"], ...games], setGame)}
          ${segments("Minimum hands", String(this.hands), [["0", "Any"], ["1000", "1,000"], ["10000", "10,000"], ["100000", "100,000"]], setHands)}
        </div>
      </section>
      ${leaders.length ? leadersView(leaders) : null}
      ${board && !leaders.length
        ? html`<section class="card empty">
            <h2>Nobody yet</h2>
            <p>Start a contest, or lower the minimum.</p>
            <a class="button primary" href="/watch">Start a contest</a>
          </section>`
        : null}
    `;
  }
}

/** @param {Leader[]} leaders */
function leadersView(leaders) {
  const ends = leaders.flatMap((each) => (each.ci95 ?? [each.mbb_per_hand]).map(Math.abs));
  const most = Math.max(1, ...ends);
  const table = html`<table class="data">
    <thead>
      <tr>
        <th class="number">Rank</th><th>Agent</th><th class="number">mbb/hand</th><th>95 % interval</th><th class="number">Hands</th>
        <th class="number">Contests</th><th>Opponents</th>
      </tr>
    </thead>
    <tbody>${leaders.map((leader, at) => leaderView(leader, at + 1, most))}</tbody>
  </table>`;
  return html`${scrollView("Leader board", table)}
    <p class="muted small after">
      Luck-adjusted where that was done. Agents that have met weaker opponents rank higher: a league on the same deals is the fair
      comparison.
    </p>`;
}

/** @param {Leader} leader @param {number} rank @param {number} most */
function leaderView({ name, mbb_per_hand: mean, ci95, hands, contests, opponents }, rank, most) {
  const error = ci95 ? html`<small class="muted">± ${Math.round((ci95[1] - ci95[0]) / 2).toLocaleString("en")}</small>` : null;
  return html`<tr>
    <td class="number">${rank}</td>
    <td><b>${name}</b></td>
    <td class=${`number ${mean >= 0 ? "plus" : "minus"}`}>${formatSigned(Math.round(mean))} ${error}</td>
    <td>${ci95 ? intervalView(mean, ci95, most) : null}</td>
    <td class="number">${hands.toLocaleString("en")}</td>
    <td class="number">${contests}</td>
    <td class="clip">${opponents.join(", ")}</td>
  </tr>`;
}

/** @param {number} mean @param {number[]} ci95 @param {number} most */
function intervalView(mean, [low, high], most) {
  const at = (/** @type {number} */ value) => `${(50 + (50 * value) / most).toFixed(2)}%`;
  return html`<span class="interval" role="img" aria-label=${`from ${Math.round(low)} to ${Math.round(high)}`}>
    <i class="zero"></i>
    <i class="span" style=${{ "--from": at(low), "--to": at(high) }}></i>
    <i class="point" style=${{ "--at": at(mean) }}></i>
  </span>`;
}
