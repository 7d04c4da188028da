import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { CLASSES } from "../lib/range.js";
import { equityRepetition } from "../lib/repetition.js";
import { Task } from "../lib/task.js";
import { heatColour } from "../elements/actions.js";
import { lineColour } from "../elements/charts.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView } from "../elements/fields.js";
import { classGrid } from "../elements/grid.js";
import { icon } from "../elements/icons.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/board-field.js";
import "../elements/range-field.js";

/** @typedef {Api.Post["/equity"]["answer"]} Answer */

const MOST = 10;

/** Each player's share of the pot; the address holds the question. */
export default class Equity extends Component {
  players = ["AhKh", "QQ+, AKs"];
  ids = [0, 1];
  board = "";
  dead = "";
  /** @type {Answer | null} */
  answer = null;
  /** The player whose grid is shown. */
  chosen = 0;
  #calculating = new Task(this);
  #next = 2;

  start() {
    const query = new URLSearchParams(location.search);
    const given = query.get("players")?.split("|").filter(Boolean) ?? [];
    if (given.length >= 2) this.players = given.slice(0, MOST);
    this.ids = this.players.map((_, at) => at);
    this.#next = this.players.length;
    this.board = query.get("board") ?? "";
    this.dead = query.get("dead") ?? "";
    this.#calculate();
  }

  #calculate() {
    const query = new URLSearchParams({ players: this.players.join("|") });
    if (this.board) query.set("board", this.board);
    if (this.dead) query.set("dead", this.dead);
    history.replaceState(null, "", `/study/equity?${query}`);
    const question = { players: this.players, board: this.board, dead: this.dead, classes: true };
    this.#calculating.refresh(() => post("/equity", question), (answer) => {
      this.answer = answer;
    });
  }

  /** @param {string} board */
  #setBoard(board) {
    this.board = board;
    this.#calculate();
  }

  /** @param {number} at @param {string} text */
  #set(at, text) {
    this.players = this.players.map((each, place) => (place === at ? text : each));
    this.#calculate();
  }

  #add() {
    this.players = [...this.players, "random"];
    this.ids = [...this.ids, this.#next++];
    this.#calculate();
  }

  /** @param {number} at */
  #remove(at) {
    this.players = this.players.filter((_, place) => place !== at);
    this.ids = this.ids.filter((_, place) => place !== at);
    this.chosen = Math.min(this.chosen, this.players.length - 1);
    this.#calculate();
  }

  /** @param {number} at */
  #choose(at) {
    this.chosen = at;
    this.update();
  }

  view() {
    const answer = this.#calculating.problem ? null : this.answer;
    return html`
      ${headView("Equity", "Each player's share of the pot, on average over all cards still to come.")}
      ${studyNav()}
      <div class="split even">${this.#questionView(answer)}${this.#gridView(answer)}</div>
      ${repetitionView(equityRepetition(this.players, this.board, this.dead))}
    `;
  }

  /** @param {Answer | null} answer */
  #questionView(answer) {
    const { busy, problem } = this.#calculating;
    const deals = answer ? Math.round(answer.deals).toLocaleString("en") : "";
    const summary = answer ? `${answer.exact ? "Exact" : "Sampled"}: ${deals} deals by ${answer.method}` : "";
    return html`<section class="card stack" aria-label="The question">
      <fb-board .text=${this.board} @cards=${(/** @type {CustomEvent} */ event) => this.#setBoard(event.detail.text)}></fb-board>
      <ol class="equity-players">${this.players.map((text, at) => keyed(this.ids[at], this.#playerView(text, at, answer)))}</ol>
      ${problemView(problem)}
      <p class="row between">
        <button class="button" ?disabled=${this.players.length >= MOST} @click=${() => this.#add()}>${icon("plus")} Add a player</button>
        <span class="muted small" aria-live="polite">${busy ? "Calculating…" : summary}</span>
      </p>
    </section>`;
  }

  /** @param {string} text @param {number} at @param {Answer | null} answer */
  #playerView(text, at, answer) {
    const share = answer?.players[at];
    return html`<li style=${{ "--colour": lineColour(at) }}>
      <fb-range-field .label=${`Player ${at + 1}`} .text=${text}
        @range=${(/** @type {CustomEvent} */ event) => this.#set(at, event.detail.text)}></fb-range-field>
      ${this.players.length > 2
        ? html`<button class="icon-button" aria-label=${`Remove player ${at + 1}`} @click=${() => this.#remove(at)}>${icon("close")}</button>`
        : null}
      ${answer && share ? shareView(share, answer.exact) : null}
    </li>`;
  }

  /** @param {Answer | null} answer */
  #gridView(answer) {
    const classes = answer?.players[this.chosen]?.classes ?? {};
    return html`<section class="card" aria-label="Equity by hand">
      <h2>By hand</h2>
      <div class="segments wrap-segments" role="group" aria-label="Whose hands">
        ${this.players.map(
          (_, at) => html`<button aria-pressed=${String(this.chosen === at)} @click=${() => this.#choose(at)}>Player ${at + 1}</button>`,
        )}
      </div>
      ${classGrid({
        label: `Equity of player ${this.chosen + 1} by hand`,
        square: (at) => {
          const value = classes[CLASSES[at]];
          if (value === undefined) return { style: { "--heat": "transparent" }, label: `${CLASSES[at]}, not held`, kind: "empty" };
          const label = `${CLASSES[at]}, ${(100 * value).toFixed(1)} %`;
          return { style: { "--heat": heatColour(value) }, label, kind: "heat", small: String(Math.round(100 * value)) };
        },
      })}
      <p class="muted small">The share of the pot that each hand of the range wins against the other ranges, in percent.</p>
    </section>`;
  }
}

/** @param {Answer["players"][number]} share @param {boolean} exact */
function shareView({ equity, win, tie, combos, standard_error: error }, exact) {
  const [wins, ties] = [(100 * win).toFixed(1), (100 * tie).toFixed(1)];
  const held = `${Number(combos.toFixed(1))} ${combos === 1 ? "combo" : "combos"}`;
  return html`<div class="share">
    <div class="share-bar" role="img" aria-label=${`wins ${wins} %, ties ${ties} %`}>
      <span class="win" style=${{ "--share": String(win) }}></span><span class="tie" style=${{ "--share": String(tie) }}></span>
    </div>
    <b class="share-figure">${(100 * equity).toFixed(2)} %</b>
    <span class="muted small">win ${wins} · tie ${ties} · ${held}${exact ? "" : ` · ± ${(196 * error).toFixed(2)}`}</span>
  </div>`;
}
