import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { agentsIn, countHand } from "../lib/goals.js";
import { get, post, remove } from "../lib/api.js";
import { TableConnection } from "../lib/connection.js";
import { formatAmount, formatError, formatName } from "../lib/format.js";
import { nameOnScreen, namesOnScreen } from "../lib/names.js";
import { Pacer } from "../lib/pacer.js";
import { studyAddress } from "../lib/reviews.js";
import { contenders, SHOWDOWN, STREET } from "../lib/runout.js";
import { go } from "../lib/router.js";
import { forgetSeat, seatToken } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { soundOf } from "../lib/sounds.js";
import { emptyTable, TableFeed, withClock } from "../lib/table-feed.js";
import { Task } from "../lib/task.js";
import { Announcer } from "../elements/announcer.js";
import { CoachView } from "../elements/coach.js";
import { Controls } from "../elements/controls.js";
import { Chat } from "../elements/chat.js";
import { FairDeals } from "../elements/fair-deals.js";
import { feltView } from "../elements/felt.js";
import { problemView } from "../elements/fields.js";
import { icon } from "../elements/icons.js";
import { figuresView, statisticsView } from "../elements/hud.js";
import { Invitations } from "../elements/invitations.js";
import { keysView, pressKey } from "../elements/table-keys.js";
import { awayView, endView, rebuyView, tournamentView } from "../elements/table-notices.js";
import { tabsView } from "../elements/tabs.js";
import { transcriptView } from "../elements/transcript.js";

/**
 * @typedef {import("../lib/table-feed.js").State} State
 * @typedef {import("../lib/table-feed.js").HandEvent} HandEvent
 * @typedef {import("../lib/table-feed.js").Finish} Finish
 * @typedef {import("../lib/table-feed.js").TableMessage} TableMessage
 */

const TABS = /** @type {[string, string][]} */ ([["hand", "Hand"], ["stats", "Statistics"], ["coach", "Coach"], ["deal", "Deal"]]);

/** A live table, to play at or to watch. */
export default class TablePage extends Component {
  /** @type {Record<string, string>} */
  params = {};
  /** The last message of the table. @type {TableMessage | null} */
  table = null;
  /** What is shown: it may be a moment behind the table. @type {State | null} */
  state = null;
  /** @type {HandEvent[]} */
  events = [];
  /** Shares of the pot by place, while an all-in is played out. @type {Map<number, number>} */
  equities = new Map();
  tab = "hand";
  asideOpen = false;
  problem = "";
  closed = "";
  /** That the player sits at another table now, until the first hand there is over. */
  moved = "";
  /** @type {import("../elements/hud.js").Figures[]} */
  figures = [];
  #connection = new TableConnection(0, undefined);
  #controls = new Controls();
  #coach = new CoachView();
  #pacer = new Pacer();
  #announcer = new Announcer();
  #chat = new Chat();
  #feed = new TableFeed();
  #deals = new FairDeals(this);
  #invitations = new Invitations(this);
  #session = { hands: 0, won: 0, last: 0 };
  #loadingFigures = new Task(this);
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
        this.#hear(message);
        break;
      case "shuffle":
        this.#cut(message);
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
        this.#hearChat(message);
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
    const { events, isEnd, moments } = this.#feed.take(message);
    if (!state) {
      this.#pacer.add({ show: () => this.#wait(message) });
      return;
    }
    const me = state.seats.find((seat) => seat.place === state.you);
    const step = { hand: state.hand, mine: Boolean(me && !me.folded) };
    const at = performance.now();
    for (const moment of moments) {
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
   * @param {HandEvent[]} events
   * @param {boolean} [isRunout] whether this is a moment of an all-in that is being played out
   */
  #show(message, state, events, isRunout = false) {
    const before = this.state;
    this.#noteMove(message);
    if (before && before.hand !== state.hand && before.over && before.you !== null) this.moved = "";
    this.table = message;
    this.problem = message.problem ? formatError(message.problem) : "";
    this.#controls.seated = message.you !== null;
    const known = before?.hand === state.hand ? this.events.length : 0;
    this.#announcer.follow(before, state, events.slice(known), (chips) => formatAmount(chips, state.big_blind, settings.values.bigBlinds));
    this.events = events;
    this.state = state;
    this.equities = new Map();
    if (isRunout) this.#loadEquities(state);
    else this.#equities.drop();
    this.#controls.show(state, (chips) => this.#amount(chips));
    soundOf(before, state);
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

  /** Go on to the next hand: without looking longer, and without waiting. */
  #next() {
    this.#pacer.skip();
    if (this.table?.you !== null) this.#connection.ready();
    this.update();
  }

  /** @param {{ hand: number, commitments: string[] }} message */
  #cut({ hand, commitments }) {
    this.#deals.commit(hand, commitments);
    const dealt = this.#feed.state && this.#feed.state.hand >= hand;
    if (this.#connection.token && !dealt) this.#connection.cut(hand, this.#deals.seed(hand));
  }

  /** @param {import("../lib/fair-deck.js").OpenedDeal} opened */
  #check(opened) {
    const { state } = this.#feed;
    if (!state || state.hand !== opened.hand) return;
    const checked = this.#deals.check(opened, state, Boolean(this.table?.plan.teaching));
    this.#pacer.add({ show: () => this.#deals.add(checked) });
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
    if (!table) return;
    const controls = this.#controls;
    pressKey(event, {
      f: () => controls.fold(),
      c: () => controls.checkOrCall(),
      r: () => controls.raise(),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((key) => [key, () => controls.preset(key - 1)])),
      ArrowUp: () => controls.step(1),
      ArrowDown: () => controls.step(-1),
      n: () => this.#next(),
      ...(this.#pacer.isHolding ? { " ": () => this.#next() } : {}),
      ...(controls.asking ? { Escape: () => controls.keepCards() } : {}),
      x: () => controls.plan(controls.planned === "fold" ? "" : "fold"),
      t: () => this.#focusTab("hand"),
      s: () => this.#focusTab("stats"),
      k: () => this.#focusTab("coach"),
      d: () => this.#focusTab("deal"),
      o: () => {
        if (table.you !== null) this.#connection.sit(table.away);
      },
      "?": () => this.querySelector("dialog")?.showModal(),
    });
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
          ${problemView(this.problem)}
          ${this.closed ? null : this.#noticesView(table, state)}
          ${this.#moveView(table, state)}
          ${this.#nextView(state)}
        </section>
        ${this.#asideView(table, state)}
      </div>
      ${keysView()}
    `;
  }

  /** @param {TableMessage} table @param {State | null} state */
  #noticesView(table, state) {
    const { expected, you } = table;
    const now = { isPlayer: Boolean(this.#connection.token), moved: this.moved, isBetweenHands: Boolean(state?.over) };
    const start = you === null ? null : () => this.#connection.ready();
    return html`
      ${tournamentView(table, now)}
      ${expected.length ? this.#invitations.view(Number(this.params.number), expected, state !== null, start) : null}
    `;
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
    if (this.closed) return endView(table, this.closed, this.params.number);
    if (table.away) return awayView(() => this.#connection.sit(true));
    if (!table.rebuy || (state && !state.over)) return this.#controls;
    return rebuyView(table.rebuy, (chips) => this.#amount(chips), {
      buy: (chips) => this.#connection.rebuy(chips),
      sitOut: () => this.#connection.sit(false),
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
    if (this.tab === "deal") return this.#deals.view(Number(this.params.number), Boolean(this.#connection.token));
    if (!state) return html`<p class="muted">No hand has been dealt yet.</p>`;
    const names = namesOnScreen(state.seats, state.you);
    const { you, over, hand } = state;
    const study = over ? (/** @type {number} */ turn) => studyAddress(this.params.number, hand, turn) : undefined;
    return transcriptView(this.events, { names, you, reasons: table.reasons, notes: table.notes, formatChips, study });
  }
}
