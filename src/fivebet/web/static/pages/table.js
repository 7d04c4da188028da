import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { agentsIn, countHand } from "../lib/goals.js";
import { get, post, remove } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { TableConnection } from "../lib/connection.js";
import { findProofFault } from "../lib/curve.js";
import { findFault, freshSeed, seedWasLate, seenCards } from "../lib/fair-deck.js";
import { formatAmount, formatError, formatName } from "../lib/format.js";
import { nameOnScreen, namesOnScreen } from "../lib/names.js";
import { Pacer } from "../lib/pacer.js";
import { contenders, isShowdown, runoutMoments, SHOWDOWN, STREET } from "../lib/runout.js";
import { studyAddress } from "../lib/reviews.js";
import { go } from "../lib/router.js";
import { forgetSeat, invitationLinks, seatToken, openLink } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { sound } from "../lib/sounds.js";
import { Task } from "../lib/task.js";
import { Announcer, eventSentence } from "../elements/announcer.js";
import { CoachView } from "../elements/coach.js";
import { Controls } from "../elements/controls.js";
import { Chat } from "../elements/chat.js";
import { dealView } from "../elements/deal.js";
import { feltView } from "../elements/felt.js";
import { problemView } from "../elements/fields.js";
import { icon } from "../elements/icons.js";
import { figuresView, statisticsView } from "../elements/hud.js";
import { tabsView } from "../elements/tabs.js";
import { transcriptView } from "../elements/transcript.js";

/**
 * @typedef {import("../elements/felt.js").State} State
 * @typedef {{ name: string, place: number, prize: number }} Finish
 * @typedef {{ at: number, tables: number, left: number, entrants: number, waiting: boolean }} Tournament
 * @typedef {object} TableMessage what the table sends when something has changed
 * @property {State | null} state
 * @property {number} events_from
 * @property {import("../elements/transcript.js").HandEvent[]} events
 * @property {import("../elements/transcript.js").Reason[]} reasons
 * @property {import("../elements/transcript.js").Note[]} notes
 * @property {{ format: string, seats: number, teaching: boolean, time_bank?: number, people?: number }} plan
 * @property {{ place: number, name: string, agent: boolean, stack: number }[]} [chairs] before the first hand
 * @property {string} level
 * @property {number | null} you
 * @property {boolean} away
 * @property {[number, number] | null} [rebuy] for how many chips to buy in, if that is to be chosen
 * @property {string[]} expected
 * @property {string} problem why the table waits for its store, or nothing
 * @property {Finish[]} [finishes]
 * @property {Tournament} [tournament] where this table stands in a tournament of several
 */

const TABS = /** @type {[string, string][]} */ ([["hand", "Hand"], ["stats", "Statistics"], ["coach", "Coach"], ["deal", "Deal"]]);
const OVER = "it is over"; // as the table says it
const MOST_FINISHES = 10;
const KEYS = [
  ["F", "Fold"],
  ["C", "Check or call"],
  ["R", "Bet or raise the amount shown"],
  ["1 – 5", "The sizes shown; the preferences change them"],
  ["↑ ↓", "A big blind more or less"],
  ["N Space", "Skip to the next hand"],
  ["X", "Check or fold when it is your turn"],
  ["T S K D", "Hand, statistics, coach, deal"],
  ["O", "Sit out, or come back"],
  ["?", "This sheet"],
];

/** A live table, to play at or to watch. */
export default class TablePage extends Component {
  /** @type {Record<string, string>} */
  params = {};
  /** The last message of the table. @type {TableMessage | null} */
  table = null;
  /** What is shown: it may be a moment behind the table. @type {State | null} */
  state = null;
  /** @type {import("../elements/transcript.js").HandEvent[]} */
  events = [];
  /** Shares of the pot by place, while an all-in is played out. @type {Map<number, number>} */
  equities = new Map();
  tab = "hand";
  asideOpen = false;
  problem = "";
  closed = "";
  /** That the player sits at another table now, until the first hand there is over. */
  moved = "";
  /** Whose link was copied last. */
  copied = "";
  /** @type {import("../elements/hud.js").Figures[]} */
  figures = [];
  /** @type {Map<number, string[]>} */
  commitments = new Map();
  /** @type {Map<number, string>} */
  seeds = new Map();
  /** @type {import("../elements/deal.js").Checked[]} */
  checked = [];
  #connection = new TableConnection(0, undefined);
  #controls = new Controls();
  #coach = new CoachView();
  #pacer = new Pacer();
  #announcer = new Announcer();
  #chat = new Chat();
  /** The table as it was heard of last. @type {{ state: State | null, events: import("../elements/transcript.js").HandEvent[] }} */
  #heard = { state: null, events: [] };
  #session = { hands: 0, won: 0, last: 0 };
  #loadingFigures = new Task(this);
  #copying = new Task(this);
  #proving = new Task(this);
  #leaving = new Task(this);
  #equities = new Task(this);

  start() {
    this.classList.add("wide");
    const number = Number(this.params.number);
    const at = Number(new URLSearchParams(location.search).get("at") ?? -1);
    this.#connection = new TableConnection(number, seatToken(number), at);
    this.#coach.set(number, seatToken(number));
    this.listen(this.#connection, "message", (event) => this.#receive(event.detail));
    this.listen(this.#connection, "status", () => this.update());
    this.listen(this.#controls, "act", (event) => this.#act(event.detail));
    this.listen(settings, "change", () => this.update());
    this.listen(document, "keydown", (event) => this.#key(event));
    this.#connection.open();
    this.onLeave(() => {
      this.#connection.close();
      this.#pacer.stop();
    });
    this.#loadFigures();
    this.#coach.load();
  }

  /** @param {import("../lib/connection.js").Message} message */
  #receive(message) {
    switch (message.type) {
      case "table":
        this.#hear(/** @type {any} */ (message));
        break;
      case "shuffle":
        this.#cut(/** @type {any} */ (message));
        break;
      case "opened":
        this.#check(message);
        break;
      case "refused":
        if (String(message.id).startsWith("seed-")) return; // it has arrived before
        this.problem = formatError(message.why);
        this.#controls.free();
        break;
      case "chat":
        this.#hearChat(/** @type {any} */ (message));
        break;
      case "closed":
        this.#pacer.add({ show: () => this.#close(message.why, message.finishes) });
        break;
    }
    this.update();
  }

  /** @param {{ place: number, name: string, text: string }} message */
  #hearChat(message) {
    const line = this.#chat.add(message, this.tab === "chat");
    if (line && line.place !== this.table?.you) this.#announcer.say(`${line.name} says: ${line.text}`);
    this.update();
    queueMicrotask(() => {
      const lines = this.querySelector(".chat-lines");
      if (lines) lines.scrollTop = lines.scrollHeight;
    });
  }

  /** @param {string} why @param {Finish[]} finishes */
  #close(why, finishes) {
    this.closed = why;
    if (this.table) this.table = { ...this.table, finishes };
    this.update();
  }

  /** Take a message of the table, and show it when what came before was seen. @param {TableMessage} message */
  #hear(message) {
    const { state } = message;
    if (!state) {
      this.#heard = { state: null, events: [] };
      this.#pacer.add({ show: () => this.#wait(message) });
      return;
    }
    const before = this.#heard;
    const isSame = before.state?.hand === state.hand;
    const events = isSame ? [...before.events.slice(0, message.events_from), ...message.events] : message.events;
    this.#heard = { state, events };
    const isEnd = before.state !== null && isShowdown(state) && !(isSame && before.state.over);
    const me = state.seats.find((seat) => seat.place === state.you);
    const step = { hand: state.hand, mine: Boolean(me && !me.folded) };
    const at = performance.now();
    for (const moment of isEnd ? runoutMoments({ state, events }, isSame ? (before.state?.board.length ?? 0) : 0) : []) {
      this.#pacer.add({ ...step, hold: STREET, show: () => this.#show(message, moment.state, moment.events, true) });
    }
    const show = () => this.#show(message, withClock(state, (performance.now() - at) / 1000), events);
    this.#pacer.add({ ...step, hold: isEnd ? SHOWDOWN : 0, show });
  }

  /** Say it when a player is moved to another table. @param {TableMessage} message */
  #noteMove({ tournament }) {
    const before = this.table?.tournament;
    if (!tournament || !before || before.at === tournament.at || this.table?.you === null) return;
    this.moved = `You were moved to table ${tournament.at + 1}.`;
    this.#announcer.say(this.moved);
  }

  /** Show a table at which no hand was dealt yet. @param {TableMessage} message */
  #wait(message) {
    this.#noteMove(message);
    this.table = message;
    this.problem = message.problem ? formatError(message.problem) : "";
    this.#controls.seated = message.you !== null;
    this.state = null;
    this.events = [];
    this.update();
  }

  /**
   * @param {TableMessage} message
   * @param {State} state
   * @param {import("../elements/transcript.js").HandEvent[]} events
   * @param {boolean} [isRunout] whether this is a moment of an all-in that is being played out
   */
  #show(message, state, events, isRunout = false) {
    const before = this.state;
    this.#noteMove(message);
    if (before && before.hand !== state.hand && before.over && before.you !== null) this.moved = "";
    this.table = message;
    this.problem = message.problem ? formatError(message.problem) : "";
    this.#controls.seated = message.you !== null;
    this.#announce(before, state, events);
    this.events = events;
    this.state = state;
    this.equities = new Map();
    if (isRunout) this.#loadEquities(state);
    else this.#equities.drop();
    this.#controls.show(state, (chips) => this.#amount(chips));
    this.#sounds(before, state);
    this.update();
    if (state.over && this.#session.last !== state.hand) {
      const mine = state.seats.find((seat) => seat.place === state.you);
      this.#session = { hands: this.#session.hands + 1, won: this.#session.won + (mine?.won ?? 0), last: state.hand };
      if (mine) countHand(agentsIn(state.seats), (mine.won ?? 0) / state.big_blind, state.seats.length === 2);
      this.#loadFigures();
      this.#coach.load();
    }
  }

  /** Ask for the shares of the pot that the open hands will win on average. @param {State} state */
  #loadEquities({ board, seats, ...rest }) {
    const open = contenders({ ...rest, board, seats });
    const body = { players: open.map((seat) => (seat.cards ?? []).join("")), board: board.join("") };
    if (open.length < 2) return;
    this.#equities.run(() => post("/equity", body), ({ players }) => {
      this.equities = new Map(open.map((seat, at) => [seat.place, players[at].equity]));
    });
  }

  /** Say what has happened since the last time. @param {State | null} before @param {State} state @param {typeof this.events} events */
  #announce(before, state, events) {
    const known = before?.hand === state.hand ? this.events.length : 0;
    const names = namesOnScreen(state.seats, state.you);
    const options = { names, you: state.you, formatChips: (/** @type {number} */ chips) => formatAmount(chips, state.big_blind, settings.values.bigBlinds) };
    if (before) events.slice(known).forEach((event) => this.#announcer.say(eventSentence(event, options)));
    const isNew = before?.hand !== state.hand || before.turn !== state.turn || !before.legal;
    if (!state.legal || !isNew) return;
    const { call } = state.legal;
    const amount = options.formatChips;
    this.#announcer.say(call ? `Your turn: ${amount(call)} to call, the pot is ${amount(state.pot)}.` : "Your turn: you may check.");
  }

  /** Go on to the next hand: without looking longer, and without waiting. */
  #next() {
    this.#pacer.skip();
    if (this.table?.you !== null) this.#connection.ready();
    this.update();
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
    const dealt = this.#heard.state && this.#heard.state.hand >= hand;
    if (!this.#connection.token || dealt) return;
    const seed = this.seeds.get(hand) ?? freshSeed();
    this.seeds.set(hand, seed);
    if (this.seeds.size > 8) this.seeds.delete(Math.min(...this.seeds.keys()));
    this.#connection.cut(hand, seed);
  }

  /** @param {any} opened */
  #check(opened) {
    const { state } = this.#heard;
    if (!state || state.hand !== opened.hand) return;
    const teaching = this.table?.plan.teaching; // where the agents' cards are shown without being opened
    const holes = state.seats.map((seat) => (teaching && seat.place !== state.you ? [] : (seat.cards ?? [])));
    const seen = seenCards(holes, state.board);
    const mySeed = this.seeds.get(opened.hand);
    const commitments = this.commitments.get(opened.hand);
    const fault = findFault(opened, commitments, mySeed, seen);
    const { hand, openings: cards, seeds } = opened;
    const late = seedWasLate(opened, mySeed);
    const checked = { hand, cards, seen, commitments: commitments ?? [], seeds, mine: mySeed ?? "", fault, late };
    this.#pacer.add({
      show: () => {
        this.checked = [checked, ...this.checked].slice(0, 20);
        this.update();
      },
    });
  }

  /** Ask for the proof that a deck holds 52 different cards, and check it. @param {import("../elements/deal.js").Checked} deal */
  #prove(deal) {
    const { hand, commitments } = deal;
    const params = { number: this.#connection.table, hand };
    this.#proving.run(() => get("/tables/{number}/hands/{hand}/proof", { params }), ({ products, first, second, answers }) => {
      const proof = { products, first, second, answers };
      const fault = findProofFault(commitments, proof);
      this.checked = this.checked.map((each) => (each === deal ? { ...deal, ...(fault ? { fault } : { proof }) } : each));
    });
  }

  /** Copy a deal as `fivebet deal` reads it. @param {import("../elements/deal.js").Checked} deal */
  #copyDeal({ hand, commitments, seeds, mine, late, cards: openings, seen: cards, proof }) {
    const text = JSON.stringify({ hand, commitments, seeds, mine: late ? "" : mine, openings, cards, proof });
    this.#copying.run(() => copy(text));
  }

  #dealView() {
    const actions = {
      busy: this.#proving.busy,
      prove: (/** @type {import("../elements/deal.js").Checked} */ deal) => this.#prove(deal),
      copy: (/** @type {import("../elements/deal.js").Checked} */ deal) => this.#copyDeal(deal),
    };
    return html`${problemView(this.#proving.problem)} ${dealView(this.checked, Boolean(this.#connection.token), actions)}`;
  }

  /** @param {{ action: import("../lib/connection.js").Action["action"], to: number }} act */
  #act({ action, to }) {
    const { state } = this;
    if (!state) return;
    const cards = state.seats.find((seat) => seat.place === state.you)?.cards ?? [];
    this.#coach.add({ hand: state.hand, turn: state.turn, street: state.street, cards, board: state.board, action, to });
    this.#connection.act({ hand: state.hand, turn: state.turn, action, to });
  }

  /** Load everyone's statistics; what fails is loaded after the next hand. */
  #loadFigures() {
    const { token, at } = this.#connection;
    this.#loadingFigures.refresh(() => get("/tables/{number}/statistics", { params: this.params, query: { at }, token }), (figures) => {
      this.figures = figures;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { table } = this;
    if (!table || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input[type=number], input[type=text], textarea, select, dialog[open]")) return;
    if (event.key.length === 1 && !settings.values.keys) return; // the person has switched single keys off
    const onButton = target.closest("button, a, input, summary");
    const controls = this.#controls;
    /** @type {Record<string, () => void>} */
    const does = {
      f: () => controls.fold(),
      c: () => controls.checkOrCall(),
      r: () => controls.raise(),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((key) => [key, () => controls.preset(key - 1)])),
      ArrowUp: () => controls.step(1),
      ArrowDown: () => controls.step(-1),
      n: () => this.#next(),
      ...(onButton || !this.#pacer.isHolding ? {} : { " ": () => this.#next() }),
      ...(controls.asking ? { Escape: () => controls.keepCards() } : {}),
      x: () => controls.plan(controls.planned === "fold" ? "" : "fold"),
      t: () => this.#focusTab("hand"),
      s: () => this.#focusTab("stats"),
      k: () => this.#focusTab("coach"),
      d: () => this.#focusTab("deal"),
      o: () => table.you !== null && this.#connection.sit(table.away),
      "?": () => this.querySelector("dialog")?.showModal(),
    };
    const act = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    // A key that is held down must not act again on the next turn; amounts may run on.
    if (!event.repeat || event.key.startsWith("Arrow")) act();
  }

  /** Open a tab by its key, so that the keyboard goes on from there. @param {string} tab */
  #focusTab(tab) {
    this.#openTab(tab);
    /** @type {HTMLElement | null} */ (this.querySelector("#tab"))?.focus();
  }

  /** @param {string} tab */
  #openTab(tab) {
    this.tab = tab;
    this.asideOpen = true;
    this.update();
  }

  /** @param {number} chips */
  #amount(chips) {
    return formatAmount(chips, this.state?.big_blind ?? 100, settings.values.bigBlinds);
  }

  #leave() {
    const number = Number(this.params.number);
    const token = seatToken(number);
    const close = async () => {
      if (!token) return;
      try {
        await remove("/tables/{number}", { params: { number }, token });
        forgetSeat(number);
      } catch {
        // Others sit here, or it is closed already.
      }
    };
    this.#leaving.run(close, () => go("/play"));
  }

  view() {
    if (this.#connection.status === "ended") {
      return html`<section class="empty">
        <h1>Table not found</h1>
        <p>${formatError(this.#connection.why)}</p>
        <a class="button primary" href="/play">Open a table</a>
      </section>`;
    }
    const { table, state } = this;
    if (!table) return html`<section class="empty"><p>Taking a seat…</p></section>`;
    return html`
      <h1 class="visually-hidden">Table ${this.params.number}</h1>
      <div class="table-page">
        <section class="stage" aria-label="Table">
          ${this.#barView(table, state)}
          <div class="floor">${this.#floorView(table, state)}</div>
          ${this.#announcer.view()}
        </section>
        <section class="controls" aria-label="Your move">
          ${problemView(this.problem || this.#copying.problem)}
          ${this.#tournamentView(table, state)}
          ${table.expected.length && !this.closed ? this.#expectedView(table, state) : null}
          ${this.#moveView(table, state)}
          ${this.#nextView(state)}
        </section>
        ${this.#asideView(table, state)}
      </div>
      ${keysView()}
    `;
  }

  /** Say that the player was moved, is out, or waits for other tables. @param {TableMessage} table @param {State | null} state */
  #tournamentView({ tournament, finishes = [], you }, state) {
    if (!tournament || this.closed) return null;
    const isOut = Boolean(this.#connection.token) && you === null && finishes.length > 0;
    const waits = tournament.waiting && Boolean(state?.over) && tournament.tables > 1;
    const text = isOut ? "You are out. You can watch to the end." : this.moved || (waits ? "The other tables are finishing their hands." : "");
    return text ? html`<p class="waiting small" role="status">${text}</p>` : null;
  }

  /** @param {State | null} state */
  #nextView(state) {
    if (this.closed || !state || !(this.#pacer.isHolding || (state.over && state.you !== null))) return null;
    const text = state.over && state.you !== null ? "Next hand" : "Skip";
    return html`<div class="pre"><button class="button" @click=${() => this.#next()}>${text}</button></div>`;
  }

  /** @param {TableMessage} table @param {State | null} state */
  #floorView(table, state) {
    return feltView(state ?? emptyTable(table), {
      bottom: table.you ?? 0,
      chairs: table.plan.seats,
      equities: this.equities,
      nameOf: ({ name, place }) => nameOnScreen(name, place === table.you),
      formatChips: (chips) => this.#amount(chips),
      figures: (name) => (settings.values.hud ? figuresView(this.figures, name) : null),
      pick: () => this.#openTab("stats"),
    });
  }

  /** @param {TableMessage} table @param {State | null} state */
  #moveView(table, state) {
    if (this.closed) return this.#endView(table);
    if (table.away) return this.#awayView();
    return table.rebuy && (!state || state.over) ? this.#rebuyView(table.rebuy) : this.#controls;
  }

  /** Ask somebody who is broke for how much to buy in again. @param {[number, number]} range */
  #rebuyView([least, most]) {
    const sums = [...new Set([least, Math.round((least + most) / 200) * 100, most])].filter((chips) => chips >= least && chips <= most);
    return html`<div class="inner expected" role="group" aria-label="Buy in again">
      <p>You are out of chips. Buy in again, or sit out.</p>
      <p class="pre">
        ${sums.map((chips) => html`<button class="button" @click=${() => this.#connection.rebuy(chips)}>Buy in for ${this.#amount(chips)}</button>`)}
        <button class="button quiet" @click=${() => this.#connection.sit(false)}>Sit out</button>
      </p>
    </div>`;
  }

  #awayView() {
    const back = () => this.#connection.sit(true);
    return html`<div class="waiting"><button class="button primary" @click=${back}>I am back</button></div>`;
  }

  /** Show the friends who have not come yet, with their links if they were invited from here. @param {TableMessage} table @param {State | null} state */
  #expectedView({ expected, you }, state) {
    const links = invitationLinks(Number(this.params.number));
    const open = openLink(Number(this.params.number));
    const then = state ? "Empty seats fold." : "The first hand is dealt when everyone is here.";
    return html`<section class="inner expected" aria-label="Invitations">
      <p>${`${expected.join(", ")} ${expected.length > 1 ? "have" : "has"} not come yet. ${then}`}</p>
      ${open ? this.#linkView("Everybody", open) : null}
      ${expected.filter((name) => links.has(name)).map((name) => this.#linkView(name, links.get(name) ?? ""))}
      ${state || you === null
        ? null
        : html`<p class="pre"><button class="button" @click=${() => this.#connection.ready()}>Start without waiting</button></p>`}
    </section>`;
  }

  /** @param {string} name @param {string} link */
  #linkView(name, link) {
    const select = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
    return html`<p class="invitation-link">
      <label><span>${name === "Everybody" ? "One link for all" : `${name}'s link`}</span><input type="text" readonly .value=${link} @focus=${select}></label>
      <button class="button" @click=${() => this.#copy(name, link)}>${this.copied === name ? "Copied" : "Copy"}</button>
    </p>`;
  }

  /** @param {string} name @param {string} link */
  #copy(name, link) {
    this.#copying.run(() => copy(link), () => {
      this.copied = name;
    });
  }

  /** @param {TableMessage} table @param {State | null} state */
  #barView({ plan, level, tournament }, state) {
    const { status } = this.#connection;
    const { hands, won } = this.#session;
    const result = `${won > 0 ? "+" : ""}${this.#amount(won)}`;
    const showKeys = () => this.querySelector("dialog")?.showModal();
    return html`<div class="stage-bar">
      ${tournament
        ? html`<a class="standings" href=${`/tournament/${this.params.number}`}><b>Tournament, </b>${tournament.left} of ${tournament.entrants} left</a>
            <span class="muted">Table ${tournament.at + 1}</span>`
        : html`<strong>${formatName(plan.format)}</strong>`}
      <span>${level}</span>
      ${state ? html`<span class="muted hand-number">Hand ${state.hand}</span>` : null}
      ${plan.teaching ? html`<span class="tag accent">Teaching</span>` : null}
      ${status === "lost" ? html`<span class="tag warn" role="status">Reconnecting…</span>` : null}
      ${status === "offline" ? html`<span class="tag bad" role="status">You are offline</span>` : null}
      ${status === "polling" ? html`<span class="tag">Polling</span>` : null}
      <span class="grow"></span>
      ${hands && state?.you !== null
        ? html`<span class=${won < 0 ? "minus" : "plus"} title="Won since you sat down">${result}</span>`
        : null}
      <button class="icon-button aside-toggle" aria-label="Hand, statistics and coach" @click=${() => this.#openTab(this.tab)}>${icon("list")}</button>
      <button class="icon-button" aria-label="Keyboard shortcuts" @click=${showKeys}>${icon("help")}</button>
      <button class="icon-button" aria-label="Leave the table" ?disabled=${this.#leaving.busy} @click=${() => this.#leave()}>${icon("close")}</button>
    </div>`;
  }

  /** @param {TableMessage} table @param {State | null} state */
  #asideView(table, state) {
    const close = () => {
      this.asideOpen = false;
      this.update();
    };
    return html`<aside class=${this.asideOpen ? "aside open" : "aside"} aria-label="Beside the table">
      <div class="tabs">
        ${tabsView("Beside the table", this.#tabs(table), this.tab, (tab) => this.#openTab(tab))}
        <button class="icon-button aside-toggle" aria-label="Close" @click=${close}>${icon("close")}</button>
      </div>
      <div class="tab" id="tab" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${this.tab}`}>${this.#tabView(table, state)}</div>
    </aside>`;
  }

  /** Return the tabs: people who play with others can talk. @param {TableMessage} table @returns {[string, string][]} */
  #tabs({ plan }) {
    const { unread } = this.#chat;
    return (plan.people ?? 0) > 1 ? [...TABS, ["chat", unread ? `Chat ${unread}` : "Chat"]] : TABS;
  }

  /** @param {TableMessage} table @param {State | null} state */
  #chatView(table, state) {
    const seats = state?.seats ?? table.chairs ?? [];
    const people = seats.filter((seat) => !seat.agent && seat.place !== table.you && !table.expected.includes(seat.name));
    const names = people.map((seat) => seat.name);
    return this.#chat.view(table.you, names, (text) => this.#connection.say(text), () => this.update());
  }

  /** @param {TableMessage} table @param {State | null} state */
  #tabView(table, state) {
    if (this.tab === "chat") return this.#chatView(table, state);
    const formatChips = (/** @type {number} */ chips) => this.#amount(chips);
    if (this.tab === "stats") {
      const mine = state?.seats.find((seat) => seat.place === state.you)?.name;
      return statisticsView(this.figures, (state?.seats ?? []).map((seat) => seat.name), (name) => nameOnScreen(name, name === mine));
    }
    if (this.tab === "coach") return this.#coach.show(formatChips);
    if (this.tab === "deal") return this.#dealView();
    if (!state) return html`<p class="muted">No hand has been dealt yet.</p>`;
    const names = namesOnScreen(state.seats, state.you);
    const { you, over, hand } = state;
    const study = over ? (/** @type {number} */ turn) => studyAddress(this.params.number, hand, turn) : undefined;
    return transcriptView(this.events, { names, you, reasons: table.reasons, notes: table.notes, formatChips, study });
  }

  /** @param {TableMessage} table */
  #endView(table) {
    const finishes = [...(table.finishes ?? [])].sort((a, b) => a.place - b.place);
    const items = finishes.map(
      ({ place, name, prize }) => html`<li class="tag">${place}. ${name}${prize ? ` · ${prize}` : ""}</li>`,
    );
    const isOver = items.length && this.closed === OVER;
    const end = isOver ? `The ${formatName(table.plan.format).toLowerCase()} is over.` : `The table is closed: ${this.closed}.`;
    return html`<div class="inner stack">
      <p class="waiting">${end}</p>
      ${items.length ? html`<ol class="row finishes">${items.slice(0, MOST_FINISHES)}</ol>` : null}
      <p class="pre">
        <a class="button primary" href="/play">Play again</a>
        ${table.tournament ? html`<a class="button" href=${`/tournament/${this.params.number}`}>Standings</a>` : null}
        ${table.you === null ? null : html`<a class="button" href=${`/study/review?run=${this.params.number}`}>Review my play</a>`}
      </p>
    </div>`;
  }
}

/** Return a state whose clock shows what is left after so many seconds. @param {State} state @param {number} seconds @returns {State} */
function withClock(state, seconds) {
  const { clock } = state;
  return clock ? { ...state, clock: { ...clock, left: Math.max(0, clock.left - seconds) } } : state;
}

/** Return a table before the first hand: who sits where, and who is expected. @param {TableMessage} table @returns {State} */
function emptyTable({ chairs = [], expected, you }) {
  const seats = chairs.map(({ place, name, agent, stack }) => ({
    place, name, agent, stack, bet: 0, cards: [], folded: false, all_in: false, button: false, position: "", last: null,
    holding: expected.includes(name) ? "not here yet" : "", won: null,
  }));
  return {
    hand: 0, street: "", board: [], pot: 0, pots: [], turn: 0, actor: null, over: true, seats, you, legal: null, big_blind: 100, clock: null,
  };
}

function keysView() {
  return html`<dialog aria-label="Keyboard shortcuts">
    <div class="inside">
      <h2>Keyboard shortcuts</h2>
      <div class="keys">
        ${KEYS.map(([keys, what]) => html`<span>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</span><span>${what}</span>`)}
      </div>
      <form method="dialog"><button class="button primary">Done</button></form>
    </div>
  </dialog>`;
}
