import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { problemView, segments, selectField } from "../elements/fields.js";
import { watchNav } from "../elements/watch-nav.js";

/** Who has won most over all contests. */
export default class Leaders extends Piece {
  /** @type {any} */
  board = null;
  game = "";
  hands = 1000;
  #loading = new Task(this);

  start() {
    this.#ask();
  }

  #ask() {
    const question = `/leaders?game=${encodeURIComponent(this.game)}&hands=${this.hands}`;
    this.#loading.refresh(() => ask(question), (board) => {
      this.board = board;
    });
  }

  view() {
    const { board } = this;
    const leaders = board?.leaders ?? [];
    const most = Math.max(1, ...leaders.map((/** @type {any} */ each) => Math.max(Math.abs(each.ci95?.[0] ?? each.mbb_per_hand), Math.abs(each.ci95?.[1] ?? each.mbb_per_hand))));
    return html`
      <header class="head"><div><h1>Leader board</h1><p>What every agent has won over all matches, rings and leagues that this card room keeps.</p></div></header>
      ${watchNav()}
      ${problemView(this.#loading.problem)}
      <section class="card tools"><div class="tool-row">${selectField("Game", this.game, [["", "All games"], ...(board?.games ?? []).map((/** @type {string} */ game) => [game, game])], (game) => {
        this.game = game;
        this.#ask();
      })}${segments("Hands at least", String(this.hands), [["0", "Any"], ["1000", "1,000"], ["10000", "10,000"], ["100000", "100,000"]], (hands) => {
        this.hands = Number(hands);
        this.#ask();
      })}</div></section>
      ${leaders.length ? html`<div class="scroll" tabindex="0" role="region" aria-label="Leader board"><table class="data"><thead><tr><th class="number">Rank</th><th>Agent</th><th class="number">mbb/hand</th><th>95 % interval</th><th class="number">Hands</th><th class="number">Contests</th><th>Has met</th></tr></thead><tbody>
        ${leaders.map((/** @type {any} */ each, /** @type {number} */ at) => html`<tr><td class="number">${at + 1}</td><td><b>${each.name}</b></td><td class=${`number ${each.mbb_per_hand >= 0 ? "plus" : "minus"}`}>${each.mbb_per_hand >= 0 ? "+" : "−"}${Math.abs(Math.round(each.mbb_per_hand)).toLocaleString("en")} ${each.ci95 ? html`<small class="muted">± ${Math.round((each.ci95[1] - each.ci95[0]) / 2).toLocaleString("en")}</small>` : null}</td><td>${each.ci95 ? intervalView(each, most) : null}</td><td class="number">${each.hands.toLocaleString("en")}</td><td class="number">${each.contests}</td><td class="clip">${each.opponents.join(", ")}</td></tr>`)}</tbody></table></div>
        <p class="muted small after">Less luck where that was taken out. Who has met weaker opponents stands higher: a league on the same deals compares them fairly.</p>`
        : board ? html`<section class="card empty"><h2>Nobody yet</h2><p>Play a contest, or ask for fewer hands.</p><a class="button primary" href="/watch">Start a contest</a></section>` : null}
    `;
  }
}

/** @param {any} leader @param {number} most */
function intervalView(leader, most) {
  const at = (/** @type {number} */ value) => (50 + (50 * value) / most).toFixed(2);
  return html`<span class="interval" role="img" aria-label=${`from ${Math.round(leader.ci95[0])} to ${Math.round(leader.ci95[1])}`}><i class="zero"></i><i class="span" style=${{ "--from": `${at(leader.ci95[0])}%`, "--to": `${at(leader.ci95[1])}%` }}></i><i class="point" style=${{ "--at": `${at(leader.mbb_per_hand)}%` }}></i></span>`;
}
