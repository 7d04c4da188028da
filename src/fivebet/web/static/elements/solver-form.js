import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { go } from "../lib/router.js";
import { Task } from "../lib/task.js";
import { read, write } from "../lib/settings.js";
import { numberField, problemView, segments, textField } from "./fields.js";
import "./board-field.js";
import "./range-field.js";

const KEY = "fivebet.last-spot";
const STREETS = ["flop", "turn", "river"];

/** A spot to start with: a river that is solved at once. */
const USUAL = {
  board: "Kh8h3dJc5s",
  pot: 200,
  stack: 900,
  oop: "22+, A2s+, K9s+, QTs+, JTs, T9s, 98s, ATo+, KJo+",
  ip: "TT-22, AQs-A2s, KTs+, QTs+, J9s+, T8s+, 97s+, 87s, 76s, AJo+, KQo",
  bets: "33%, 75%",
  raises: "100%",
  sizes: /** @type {Record<string, string>} */ ({}),
  add_all_in: 1.5,
  force_all_in: 0,
  rake: 0,
  rake_cap: 0,
  target: 0.5,
};

/** What is to be solved. */
class SolverForm extends Piece {
  /** @type {typeof USUAL} */
  wanted = { ...USUAL, ...read(KEY) };
  /** The fields whose ranges are being edited. @type {Set<EventTarget | null>} */
  #pending = new Set();
  #starting = new Task(this);

  /** @param {Partial<typeof USUAL>} change */
  #set(change) {
    this.wanted = { ...this.wanted, ...change };
    this.#starting.error = null;
    this.changed();
  }

  /** @param {CustomEvent} event */
  #wait(event) {
    if (event.detail.pending) this.#pending.add(event.target);
    else this.#pending.delete(event.target);
    this.changed();
  }

  /** @param {string} key @param {string} text */
  #size(key, text) {
    const sizes = { ...this.wanted.sizes };
    if (text.trim()) sizes[key] = text;
    else delete sizes[key];
    this.#set({ sizes });
  }

  /** @param {Event} event */
  #solve(event) {
    event.preventDefault();
    if (this.#starting.busy || this.#pending.size) return;
    write(KEY, this.wanted);
    this.#starting.run(() => post("/solutions", this.wanted), (solve) => go(`/study/solver/${solve.id}`));
  }

  view() {
    const { wanted } = this;
    return html`<form class="stack" @submit=${(/** @type {Event} */ event) => this.#solve(event)}>
      <div class="solver-form">
        <section class="card stack"><h2>The spot</h2>
          <fb-board .text=${wanted.board} @cards=${(/** @type {CustomEvent} */ event) => this.#set({ board: event.detail.text })}></fb-board>
          <div class="pair">${numberField("Pot", wanted.pot, (pot) => this.#set({ pot }), { min: 1 })}${numberField("Stacks behind", wanted.stack, (stack) => this.#set({ stack }), { min: 1 })}</div>
          <fb-range-field .label=${"Out of position"} .text=${wanted.oop} @range=${(/** @type {CustomEvent} */ event) => this.#set({ oop: event.detail.text })} @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event)}></fb-range-field>
          <fb-range-field .label=${"In position"} .text=${wanted.ip} @range=${(/** @type {CustomEvent} */ event) => this.#set({ ip: event.detail.text })} @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event)}></fb-range-field>
        </section>
        <section class="card stack"><h2>The tree</h2>
          <div class="pair">${textField("Bets", wanted.bets, (bets) => this.#set({ bets }), { hint: "50% of the pot, 120c chips, e geometric, a all-in" })}${textField("Raises", wanted.raises, (raises) => this.#set({ raises }), { hint: "100% of the pot, 2.5x the bet, a" })}</div>
          <details><summary>Other sizes by street and player</summary><div class="size-table">
            ${STREETS.map((street) => ["oop", "ip"].map((player) => html`<span class="label">${street}, ${player}</span>${textField("Bets", wanted.sizes[`bets ${street} ${player}`] ?? "", (text) => this.#size(`bets ${street} ${player}`, text), { placeholder: wanted.bets })}${textField("Raises", wanted.sizes[`raises ${street} ${player}`] ?? "", (text) => this.#size(`raises ${street} ${player}`, text), { placeholder: wanted.raises })}`)).flat()}</div></details>
          <div class="pair">${numberField("Add all-in up to, in pots", wanted.add_all_in, (add_all_in) => this.#set({ add_all_in }), { step: 0.1, max: 100 })}${numberField("Bets that leave less are all-in, in pots", wanted.force_all_in, (force_all_in) => this.#set({ force_all_in }), { step: 0.1, max: 100 })}</div>
          <div class="pair">${numberField("Rake, percent", wanted.rake, (rake) => this.#set({ rake }), { step: 0.1, max: 99 })}${numberField("Rake at most, chips (0: no cap)", wanted.rake_cap, (rake_cap) => this.#set({ rake_cap }))}</div>
          ${segments("Solve until exploitable for less than", String(wanted.target), [["1", "1 %"], ["0.5", "0.5 %"], ["0.3", "0.3 %"], ["0.1", "0.1 %"]], (target) => this.#set({ target: Number(target) }))}
          ${problemView(this.#starting.problem)}
          <button class="button primary big" ?disabled=${this.#starting.busy || this.#pending.size}>${this.#starting.busy ? "Asking…" : "Solve"}</button>
          <p class="muted small">A river takes a moment, a turn seconds, a flop minutes; up to 2 GB. You may leave the page: the solve goes on.</p>
        </section>
      </div>
    </form>`;
  }
}

customElements.define("fb-solver-form", SolverForm);
