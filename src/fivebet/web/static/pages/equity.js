import { html, keyed } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { CLASSES } from "../lib/range.js";
import { classGrid } from "../elements/grid.js";
import { lineColour } from "../elements/charts.js";
import { problemView } from "../elements/fields.js";
import { icon } from "../elements/icons.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/board-field.js";
import "../elements/range-field.js";

const MOST = 10;

/** Each player's share of the pot; the address holds the question. */
export default class Equity extends Piece {
  players = ["AhKh", "QQ+, AKs"];
  ids = [0, 1];
  board = "";
  dead = "";
  /** @type {any} */
  answer = null;
  looked = 0;
  #asking = new Task(this);
  #next = 2;

  start() {
    const query = new URLSearchParams(location.search);
    const given = query.get("players")?.split("|").filter(Boolean) ?? [];
    if (given.length >= 2) this.players = given.slice(0, MOST);
    this.ids = this.players.map((_, at) => at);
    this.#next = this.players.length;
    this.board = query.get("board") ?? "";
    this.dead = query.get("dead") ?? "";
    this.#ask();
  }

  #ask() {
    const query = new URLSearchParams({ players: this.players.join("|") });
    if (this.board) query.set("board", this.board);
    if (this.dead) query.set("dead", this.dead);
    history.replaceState(null, "", `/study/equity?${query}`);
    const question = { players: this.players, board: this.board, dead: this.dead, classes: true };
    this.#asking.refresh(() => post("/equity", question), (answer) => {
      this.answer = answer;
    });
  }

  /** @param {number} at @param {string} text */
  #set(at, text) {
    this.players = this.players.map((each, place) => (place === at ? text : each));
    this.#ask();
  }

  #add() {
    this.players = [...this.players, "random"];
    this.ids = [...this.ids, this.#next++];
    this.#ask();
  }

  /** @param {number} at */
  #remove(at) {
    this.players = this.players.filter((_, place) => place !== at);
    this.ids = this.ids.filter((_, place) => place !== at);
    this.looked = Math.min(this.looked, this.players.length - 1);
    this.#ask();
  }

  view() {
    const { busy, problem } = this.#asking;
    const answer = problem ? null : this.answer;
    const classes = answer?.players[this.looked]?.classes ?? {};
    return html`
      <header class="head"><div><h1>Equity</h1><p>Each player's share of the pot if all cards were dealt now.</p></div></header>
      ${studyNav()}
      <div class="split even">
        <section class="card stack" aria-label="The question">
          <fb-board .text=${this.board} @cards=${(/** @type {CustomEvent} */ event) => {
            this.board = event.detail.text;
            this.#ask();
          }}></fb-board>
          <ol class="equity-players">${this.players.map((text, at) => keyed(this.ids[at], html`<li style=${{ "--colour": lineColour(at) }}>
            <fb-range-field .label=${`Player ${at + 1}`} .text=${text} @range=${(/** @type {CustomEvent} */ event) => this.#set(at, event.detail.text)}></fb-range-field>
            ${this.players.length > 2 ? html`<button class="icon-button" aria-label=${`Remove player ${at + 1}`} @click=${() => this.#remove(at)}>${icon("close")}</button>` : null}
            ${answer?.players[at] ? shareView(answer.players[at], answer.exact) : null}
          </li>`))}</ol>
          ${problemView(problem)}
          <p class="row between"><button class="button" ?disabled=${this.players.length >= MOST} @click=${() => this.#add()}>${icon("plus")} Add a player</button>
          <span class="muted small" aria-live="polite">${busy ? "Dealing…" : answer ? `${answer.exact ? "Exact" : "Sampled"}: ${Math.round(answer.deals).toLocaleString("en")} deals by ${answer.method}` : ""}</span></p>
        </section>
        <section class="card" aria-label="Equity by hand">
          <h2>By hand</h2>
          <div class="segments wrap-segments" role="group" aria-label="Whose hands">${this.players.map((_, at) => html`<button aria-pressed=${String(this.looked === at)} @click=${() => {
            this.looked = at;
            this.changed();
          }}>Player ${at + 1}</button>`)}</div>
          ${classGrid({
            label: `Equity of player ${this.looked + 1} by hand`,
            square: (at) => {
              const value = classes[CLASSES[at]];
              if (value === undefined) return { style: { "--heat": "transparent" }, label: `${CLASSES[at]}, not held`, kind: "empty" };
              return { style: { "--heat": heat(value) }, label: `${CLASSES[at]}, ${(100 * value).toFixed(1)} %`, kind: "heat", small: String(Math.round(100 * value)) };
            },
          })}
          <p class="muted small">Percent of the pot that each hand of the range wins against all others' ranges.</p>
        </section>
      </div>
    `;
  }
}

/** @param {any} share @param {boolean} exact */
function shareView(share, exact) {
  return html`<div class="share"><div class="share-bar" role="img" aria-label=${`wins ${(100 * share.win).toFixed(1)} %, ties ${(100 * share.tie).toFixed(1)} %`}><span class="win" style=${{ "--share": String(share.win) }}></span><span class="tie" style=${{ "--share": String(share.tie) }}></span></div>
    <b class="share-figure">${(100 * share.equity).toFixed(2)} %</b><span class="muted small">win ${(100 * share.win).toFixed(1)} · tie ${(100 * share.tie).toFixed(1)} · ${Number(share.combos.toFixed(1))} ${share.combos === 1 ? "combo" : "combos"}${exact ? "" : ` · ± ${(196 * share.standard_error).toFixed(2)}`}</span></div>`;
}

/** From red over grey to green. @param {number} value */
export function heat(value) {
  const strength = Math.round(Math.min(1, Math.abs(value - 0.5) * 2.2) * 60);
  return `color-mix(in srgb, var(${value >= 0.5 ? "--heat-good" : "--heat-bad"}) ${strength}%, var(--sunken))`;
}
