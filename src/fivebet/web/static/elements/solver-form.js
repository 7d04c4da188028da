import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { keepSolve } from "../lib/jobs.js";
import { go } from "../lib/router.js";
import { read, write } from "../lib/settings.js";
import { spotFromAddress, STREETS } from "../lib/spots.js";
import { Task } from "../lib/task.js";
import { numberField, problemView, segments, textField } from "./fields.js";
import "./board-field.js";
import "./range-field.js";
import "./solve-preview.js";

const KEY = "fivebet.last-spot";

/** A spot to start with: a river that is solved at once. */
const DEFAULTS = {
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

/** Return the spot of the address, or that of last time. @returns {typeof DEFAULTS} */
function spotToStart() {
  const given = spotFromAddress(location.search);
  const last = { ...DEFAULTS, ...read(KEY) };
  return Object.keys(given).length ? { ...last, sizes: {}, ...given } : last;
}

/** The form for a spot to be solved. */
class SolverForm extends Component {
  /** @type {typeof DEFAULTS} */
  spot = spotToStart();
  /** The fields whose ranges are being edited. @type {Set<EventTarget | null>} */
  #pending = new Set();
  #starting = new Task(this);

  /** Fill in a spot. @param {Partial<typeof DEFAULTS> | null} given */
  set given(given) {
    if (!given) return;
    this.spot = { ...DEFAULTS, ...given };
    this.update();
  }

  /** @param {Partial<typeof DEFAULTS>} change */
  #set(change) {
    this.spot = { ...this.spot, ...change };
    this.#starting.error = null;
    this.update();
  }

  /** @param {CustomEvent} event */
  #wait(event) {
    if (event.detail.pending) this.#pending.add(event.target);
    else this.#pending.delete(event.target);
    this.update();
  }

  /** @param {string} key @param {string} text */
  #setSize(key, text) {
    const sizes = { ...this.spot.sizes };
    if (text.trim()) sizes[key] = text;
    else delete sizes[key];
    this.#set({ sizes });
  }

  /** @param {Event} event */
  #solve(event) {
    event.preventDefault();
    if (this.#starting.busy || this.#pending.size) return;
    write(KEY, this.spot);
    this.#starting.run(() => post("/solutions", this.spot), (solve) => {
      keepSolve(solve);
      go(`/study/solver/${solve.id}`);
    });
  }

  view() {
    return html`<form class="stack" @submit=${(/** @type {Event} */ event) => this.#solve(event)}>
      <div class="solver-form">${this.#spotView()}${this.#treeView()}</div>
    </form>`;
  }

  #spotView() {
    const { spot } = this;
    return html`<section class="card stack">
      <h2>The spot</h2>
      <fb-board .text=${spot.board} @cards=${(/** @type {CustomEvent} */ event) => this.#set({ board: event.detail.text })}></fb-board>
      <div class="pair">
        ${numberField("Pot", spot.pot, (pot) => this.#set({ pot }), { min: 1 })}
        ${numberField("Stacks behind", spot.stack, (stack) => this.#set({ stack }), { min: 1 })}
      </div>
      ${this.#rangeView("Out of position", spot.oop, (oop) => this.#set({ oop }))}
      ${this.#rangeView("In position", spot.ip, (ip) => this.#set({ ip }))}
    </section>`;
  }

  /** @param {string} label @param {string} text @param {(text: string) => void} change */
  #rangeView(label, text, change) {
    return html`<fb-range-field .label=${label} .text=${text}
      @range=${(/** @type {CustomEvent} */ event) => change(event.detail.text)}
      @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event)}></fb-range-field>`;
  }

  #treeView() {
    const { spot } = this;
    const { busy, problem } = this.#starting;
    const betHint = "50% of the pot, 120c chips, e geometric, a all-in";
    const raiseHint = "100% of the pot, 2.5x the bet, a all-in";
    const targets = /** @type {[string, string][]} */ ([["1", "1 %"], ["0.5", "0.5 %"], ["0.3", "0.3 %"], ["0.1", "0.1 %"]]);
    return html`<section class="card stack">
      <h2>The tree</h2>
      <div class="pair">
        ${textField("Bets", spot.bets, (bets) => this.#set({ bets }), { hint: betHint })}
        ${textField("Raises", spot.raises, (raises) => this.#set({ raises }), { hint: raiseHint })}
      </div>
      <details>
        <summary>Different sizes by street and player</summary>
        <div class="size-table">${STREETS.flatMap((street) => ["oop", "ip"].map((player) => this.#sizesView(street, player)))}</div>
      </details>
      <div class="pair">
        ${numberField("Add an all-in up to (× pot)", spot.add_all_in, (add_all_in) => this.#set({ add_all_in }), { step: 0.1, max: 100 })}
        ${numberField("All-in if less remains (× pot)", spot.force_all_in, (force_all_in) => this.#set({ force_all_in }), { step: 0.1, max: 100 })}
      </div>
      <div class="pair">
        ${numberField("Rake (%)", spot.rake, (rake) => this.#set({ rake }), { step: 0.1, max: 99 })}
        ${numberField("Rake cap (chips, 0 for none)", spot.rake_cap, (rake_cap) => this.#set({ rake_cap }))}
      </div>
      ${segments("Solve until exploitability is below", String(spot.target), targets, (target) => this.#set({ target: Number(target) }))}
      ${problemView(problem)}
      ${this.#pending.size ? null : html`<fb-solve-preview .request=${spot}></fb-solve-preview>`}
      <button class="button primary big" ?disabled=${busy || this.#pending.size}>${busy ? "Starting…" : "Solve"}</button>
      <p class="muted small">The solver goes on if you leave this page.</p>
    </section>`;
  }

  /** @param {string} street @param {string} player */
  #sizesView(street, player) {
    const field = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {string} */ placeholder) => {
      const key = `${kind} ${street} ${player}`;
      return textField(label, this.spot.sizes[key] ?? "", (text) => this.#setSize(key, text), { placeholder });
    };
    return html`<span class="label">${street}, ${player.toUpperCase()}</span>
      ${field("Bets", "bets", this.spot.bets)}${field("Raises", "raises", this.spot.raises)}`;
  }
}

customElements.define("fb-solver-form", SolverForm);
