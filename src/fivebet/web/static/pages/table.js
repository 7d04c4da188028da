import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { cameLate, faultOf, freshSeed } from "../lib/fair.js";
import { sentence } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { TableLine } from "../lib/line.js";
import { go } from "../lib/router.js";
import { forgetSeat, invitationLinks, seatToken } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sounds.js";
import { amount } from "../lib/words.js";
import { Controls } from "../elements/controls.js";
import { feltView } from "../elements/felt.js";
import { problemView } from "../elements/fields.js";
import { icon } from "../elements/icons.js";
import { statisticsView, figuresView } from "../elements/hud.js";
import { transcriptView } from "../elements/transcript.js";
import { CoachView } from "../elements/coach.js";
import { dealView } from "../elements/deal.js";

/** @typedef {import("../elements/felt.js").State} State */

const TABS = /** @type {[string, string][]} */ ([["hand", "Hand"], ["stats", "Statistics"], ["coach", "Coach"], ["deal", "Deal"]]);
const KEYS = [
  ["F", "Fold"],
  ["C", "Check or call"],
  ["R", "Bet or raise the amount shown"],
  ["1 – 5", "Minimum, half, three quarters, pot, all-in"],
  ["↑ ↓", "A big blind more or less"],
  ["N", "Next hand at once"],
  ["X", "Check or fold when it is your turn"],
  ["T S K D", "Hand, statistics, coach, deal"],
  ["O", "Sit out, or come back"],
  ["?", "This sheet"],
];

/** A live table: play there, or watch. */
export default class TablePage extends Piece {
  /** @type {Record<string, string>} */
  params = {};
  /** @type {any} */
  told = null;
  /** @type {State | null} */
  state = null;
  /** @type {import("../elements/transcript.js").Happening[]} */
  events = [];
  tab = "hand";
  asideOpen = false;
  problem = "";
  closed = "";
  /** Whose link was copied last. */
  copied = "";
  /** @type {any[]} */
  figures = [];
  /** @type {Map<number, string[]>} */
  commitments = new Map();
  /** @type {Map<number, string>} */
  seeds = new Map();
  /** @type {import("../elements/deal.js").Checked[]} */
  checked = [];
  /** The person's decisions that the coach can be asked about. @type {import("../elements/coach.js").Spot[]} */
  spots = [];
  #line = new TableLine(0, undefined);
  #controls = new Controls();
  #coach = new CoachView();
  #session = { hands: 0, won: 0, last: 0 };
  #counting = new Task(this);
  #copying = new Task(this);
  #leaving = new Task(this);

  start() {
    this.classList.add("wide");
    const number = Number(this.params.number);
    this.#line = new TableLine(number, seatToken(number));
    this.#coach.set(number, seatToken(number));
    this.listen(this.#line, "message", (event) => this.#take(event.detail));
    this.listen(this.#line, "status", () => this.changed());
    this.listen(this.#controls, "act", (event) => this.#act(event.detail));
    this.listen(settings, "change", () => this.changed());
    this.listen(document, "keydown", (event) => this.#key(event));
    this.#line.open();
    this.finally(() => this.#line.close());
    this.#askFigures();
  }

  /** @param {any} message */
  #take(message) {
    switch (message.type) {
      case "table":
        this.#see(message);
        break;
      case "shuffle":
        this.#cut(message);
        break;
      case "opened":
        this.#check(message);
        break;
      case "refused":
        if (String(message.id).startsWith("seed-")) return; // it has arrived before
        this.problem = sentence(message.why);
        this.#controls.free();
        break;
      case "closed":
        this.closed = message.why;
        if (this.told) this.told = { ...this.told, finishes: message.finishes };
        break;
    }
    this.changed();
  }

  /** @param {any} message */
  #see(message) {
    const before = this.state;
    /** @type {State | null} */
    const state = message.state;
    this.told = message;
    this.problem = "";
    this.#controls.seated = message.you !== null;
    if (!state) {
      this.state = null;
      return;
    }
    if (before?.hand !== state.hand) this.events = [];
    this.events = [...this.events.slice(0, message.events_from), ...message.events];
    this.state = state;
    this.#controls.show(state, (chips) => this.#amount(chips));
    this.#sounds(before, state);
    if (state.over && this.#session.last !== state.hand) {
      const mine = state.seats.find((seat) => seat.place === state.you);
      this.#session = { hands: this.#session.hands + 1, won: this.#session.won + (mine?.won ?? 0), last: state.hand };
      this.#askFigures();
    }
  }

  /** @param {State | null} before @param {State} state */
  #sounds(before, state) {
    if (state.legal && !before?.legal) sound("turn");
    else if (state.over && !before?.over && state.seats.some((seat) => seat.place === state.you && (seat.won ?? 0) > 0)) sound("won");
    else if (before && before.board.length !== state.board.length) sound("deal");
    else if (before && before.turn !== state.turn) sound("act");
  }

  /** @param {{ hand: number, commitments: string[] }} message */
  #cut({ hand, commitments }) {
    if (this.commitments.get(hand)?.join() !== commitments.join()) this.seeds.delete(hand);
    this.commitments.set(hand, commitments);
    if (this.commitments.size > 8) this.commitments.delete(Math.min(...this.commitments.keys()));
    const dealt = this.state && this.state.hand >= hand;
    if (!this.#line.token || dealt) return;
    const seed = this.seeds.get(hand) ?? freshSeed();
    this.seeds.set(hand, seed);
    if (this.seeds.size > 8) this.seeds.delete(Math.min(...this.seeds.keys()));
    this.#line.cut(hand, seed);
  }

  /** @param {any} opened */
  #check(opened) {
    const { state } = this;
    if (!state || state.hand !== opened.hand) return;
    const open = this.told.plan.teaching ? state.seats.filter((seat) => seat.place === state.you) : state.seats;
    const seen = { cards: [...state.board, ...open.flatMap((seat) => seat.cards ?? [])] };
    const mySeed = this.seeds.get(opened.hand);
    const fault = faultOf(opened, this.commitments.get(opened.hand), mySeed, seen);
    const checked = { hand: opened.hand, cards: opened.openings, seeds: opened.seeds, mine: mySeed ?? "", fault, late: cameLate(opened, mySeed) };
    this.checked = [checked, ...this.checked].slice(0, 20);
  }

  /** @param {{ action: string, to: number }} act */
  #act({ action, to }) {
    const { state } = this;
    if (!state) return;
    const spot = { hand: state.hand, turn: state.turn, street: state.street, board: state.board, action, to };
    this.spots = [spot, ...this.spots].slice(0, 30);
    this.#line.act({ hand: state.hand, turn: state.turn, action, to });
  }

  /** Everybody's statistics; what fails comes with the next hand. */
  #askFigures() {
    this.#counting.refresh(() => ask(`/tables/${this.params.number}/statistics`), (figures) => {
      this.figures = figures;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.told || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input[type=number], input[type=text], textarea, select, dialog[open]")) return;
    const controls = this.#controls;
    /** @type {Record<string, () => void>} */
    const does = {
      f: () => controls.fold(),
      c: () => controls.checkOrCall(),
      r: () => controls.raise(),
      1: () => controls.preset("min"),
      2: () => controls.preset("half"),
      3: () => controls.preset("most"),
      4: () => controls.preset("pot"),
      5: () => controls.preset("all"),
      ArrowUp: () => controls.step(1),
      ArrowDown: () => controls.step(-1),
      n: () => this.told.you !== null && this.#line.ready(),
      x: () => controls.plan(controls.planned === "fold" ? "" : "fold"),
      t: () => this.#turnTo("hand"),
      s: () => this.#turnTo("stats"),
      k: () => this.#turnTo("coach"),
      d: () => this.#turnTo("deal"),
      o: () => this.told.you !== null && this.#line.sit(this.told.away),
      "?": () => this.querySelector("dialog")?.showModal(),
    };
    const act = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    // A key that is held down must not act again on the next turn; amounts may run on.
    if (!event.repeat || event.key.startsWith("Arrow")) act();
  }

  /** By a key: the keyboard goes on from there. @param {string} tab */
  #turnTo(tab) {
    this.#show(tab);
    /** @type {HTMLElement | null} */ (this.querySelector("#tab"))?.focus();
  }

  /** @param {string} tab */
  #show(tab) {
    this.tab = tab;
    this.asideOpen = true;
    this.changed();
  }

  /** @param {number} chips */
  #amount(chips) {
    return amount(chips, this.state?.big_blind ?? 100, settings.values.bigBlinds);
  }

  #leave() {
    const number = Number(this.params.number);
    const token = seatToken(number);
    const close = async () => {
      if (!token) return;
      try {
        await ask(`/tables/${number}`, { method: "DELETE", token });
        forgetSeat(number);
      } catch {
        // Others sit here, or it is closed already.
      }
    };
    this.#leaving.run(close, () => go("/play"));
  }

  view() {
    if (this.#line.status === "ended") {
      return html`<section class="empty"><h1>No such table</h1><p>${sentence(this.#line.why)}</p><a class="button primary" href="/play">Open one</a></section>`;
    }
    const { told, state } = this;
    if (!told) return html`<section class="empty"><p>Taking a seat…</p></section>`;
    return html`
      <h1 class="unseen">Table ${this.params.number}</h1>
      <div class="table-page">
        <section class="stage" aria-label="Table">
          ${this.#barView(told, state)}
          <div class="floor">
            ${state ? feltView(state, { bottom: told.you ?? 0, chairs: told.plan.seats, told: (chips) => this.#amount(chips), figures: (name) => (settings.values.hud ? figuresView(this.figures, name) : null), pick: () => this.#show("stats") }) : told.expected.length ? html`<p class="muted">The first hand is dealt when everybody is here.</p>` : html`<p class="muted">Shuffling…</p>`}
          </div>
          <p class="unseen" aria-live="polite">${this.#said(state)}</p>
        </section>
        <section class="controls" aria-label="Your move">
          ${problemView(this.problem || this.#copying.problem)}
          ${told.expected.length && !this.closed ? this.#expectedView(told, state) : null}
          ${this.closed ? this.#endView() : told.away ? html`<div class="waiting"><button class="button primary" @click=${() => this.#line.sit(true)}>I am back</button></div>` : this.#controls}
          ${state?.over && state.you !== null && !this.closed ? html`<div class="pre"><button class="button" @click=${() => this.#line.ready()}>Next hand</button></div>` : null}
        </section>
        ${this.#asideView(told, state)}
      </div>
      ${keysView()}
    `;
  }

  /** Friends who have not come yet, and their links, if they were invited from here. @param {any} told @param {State | null} state */
  #expectedView(told, state) {
    const links = invitationLinks(Number(this.params.number));
    return html`<section class="inner expected" aria-label="Invitations">
      <p>${told.expected.join(", ")} ${told.expected.length > 1 ? "have" : "has"} not come yet.${state ? " An empty chair folds." : ""}</p>
      ${told.expected.filter((/** @type {string} */ name) => links.has(name)).map((/** @type {string} */ name) => html`<p class="link"><label><span>${name}'s link</span><input type="text" readonly .value=${links.get(name)} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label><button class="button" @click=${() => this.#copy(name, links.get(name) ?? "")}>${this.copied === name ? "Copied" : "Copy"}</button></p>`)}
      ${state || told.you === null ? null : html`<p class="pre"><button class="button" @click=${() => this.#line.ready()}>Start without waiting</button></p>`}
    </section>`;
  }

  /** @param {string} name @param {string} link */
  #copy(name, link) {
    this.#copying.run(() => copy(link), () => {
      this.copied = name;
    });
  }

  /** @param {any} told @param {State | null} state */
  #barView(told, state) {
    const { status } = this.#line;
    const { hands, won } = this.#session;
    return html`<div class="stage-bar">
      <strong>${told.plan.format === "cash" ? "Cash" : "Sit-and-go"}</strong><span>${told.level}</span>
      ${state ? html`<span class="muted">Hand ${state.hand}</span>` : null}
      ${told.plan.teaching ? html`<span class="tag accent">Teaching</span>` : null}
      ${status === "lost" ? html`<span class="tag warn" role="status">Reconnecting…</span>` : null}
      ${status === "polling" ? html`<span class="tag">Polling</span>` : null}
      <span class="grow"></span>
      ${hands && state?.you !== null ? html`<span class=${won < 0 ? "minus" : "plus"} title="Since you sat down here">${won > 0 ? "+" : ""}${this.#amount(won)}</span>` : null}
      <button class="icon-button aside-toggle" aria-label="Hand, statistics and coach" @click=${() => this.#show(this.tab)}>${icon("list")}</button>
      <button class="icon-button" aria-label="Keys" @click=${() => this.querySelector("dialog")?.showModal()}>${icon("help")}</button>
      <button class="icon-button" aria-label="Leave the table" ?disabled=${this.#leaving.busy} @click=${() => this.#leave()}>${icon("close")}</button>
    </div>`;
  }

  /** @param {any} told @param {State | null} state */
  #asideView(told, state) {
    return html`<aside class=${this.asideOpen ? "aside open" : "aside"} aria-label="Beside the table">
      <div class="tabs">
        <div role="tablist" aria-label="Beside the table">${TABS.map(([key, text]) => html`<button role="tab" id=${`tab-${key}`} aria-controls="tab" aria-selected=${String(this.tab === key)} @click=${() => this.#show(key)}>${text}</button>`)}</div>
        <button class="icon-button aside-toggle" aria-label="Close" @click=${() => { this.asideOpen = false; this.changed(); }}>${icon("close")}</button>
      </div>
      <div class="tab" id="tab" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${this.tab}`}>${this.#tabView(told, state)}</div>
    </aside>`;
  }

  /** @param {any} told @param {State | null} state */
  #tabView(told, state) {
    if (this.tab === "stats") return statisticsView(this.figures, (this.state?.seats ?? []).map((seat) => seat.name));
    if (this.tab === "coach") return this.#coach.show(this.spots, (chips) => this.#amount(chips));
    if (this.tab === "deal") return dealView(this.checked, Boolean(this.#line.token));
    if (!state) return html`<p class="muted">The first hand is being dealt.</p>`;
    const names = new Map(state.seats.map((seat) => [seat.place, seat.name]));
    return transcriptView(this.events, { names, you: state.you, reasons: told.reasons, notes: told.notes, told: (chips) => this.#amount(chips) });
  }

  /** @param {State | null} state */
  #said(state) {
    if (!state) return "";
    if (state.legal) return state.legal.call ? `Your turn: ${this.#amount(state.legal.call)} to call, the pot is ${this.#amount(state.pot)}.` : "Your turn: you may check.";
    return state.over ? state.seats.filter((seat) => (seat.won ?? 0) > 0).map((seat) => `${seat.name} wins ${this.#amount(seat.won ?? 0)}.`).join(" ") : "";
  }

  #endView() {
    const finishes = [...(this.told?.finishes ?? [])].sort((a, b) => a.place - b.place);
    return html`<div class="inner stack">
      <p class="waiting">${finishes.length ? `The sit-and-go is over.` : `The table is closed: ${this.closed}.`}</p>
      ${finishes.length ? html`<ol class="row finishes">${finishes.map((finish) => html`<li class="tag">${finish.place}. ${finish.name}${finish.prize ? ` · ${finish.prize}` : ""}</li>`)}</ol>` : null}
      <p class="pre"><a class="button primary" href="/play">Play again</a></p>
    </div>`;
  }
}

function keysView() {
  return html`<dialog aria-label="Keys">
    <div class="inside"><h2>Keys</h2>
      <div class="keys">${KEYS.map(([keys, what]) => html`<span>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</span><span>${what}</span>`)}</div>
      <form method="dialog"><button class="button primary">Done</button></form>
    </div></dialog>`;
}
