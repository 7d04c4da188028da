import { html, keyed } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { seatToken } from "../lib/seats.js";
import { signed } from "../lib/words.js";
import { cardsView, inlineCards } from "../elements/cards.js";
import { problemView, selectField, textField } from "../elements/fields.js";

const KINDS = /** @type {[string, string][]} */ ([["", "Everything"], ["table", "Tables"], ["match", "Matches"], ["ring", "Rings"], ["league", "Leagues"], ["tournament", "Tournaments"], ["import", "Imported"]]);
const STREETS = /** @type {[string, string][]} */ ([["", "Any"], ["preflop", "Before the flop"], ["flop", "Flop"], ["turn", "Turn"], ["river", "River"]]);

/** All kept hands, with filters that the address holds. */
export default class Hands extends Piece {
  wanted = { run: "", kind: "", player: "", game: "", street: "", pot: "" };
  /** @type {any[] | null} */
  hands = null;
  /** @type {string | null} */
  earlier = null;
  /** @type {string[] | null} */
  games = null;
  /** @type {any} */
  kept = null;
  importing = false;
  #listing = new Task(this);
  #naming = new Task(this);
  #importing = new Task(this);

  start() {
    const query = new URLSearchParams(location.search);
    for (const key of /** @type {(keyof typeof this.wanted)[]} */ (Object.keys(this.wanted))) this.wanted[key] = query.get(key) ?? "";
    this.#ask();
    this.#naming.run(() => ask("/games"), (games) => {
      this.games = games.map((/** @type {any} */ game) => game.name);
    });
  }

  #query() {
    const given = Object.entries(this.wanted).filter(([, value]) => value !== "");
    return new URLSearchParams(given);
  }

  /** @param {boolean} [more] */
  #ask(more = false) {
    const query = this.#query();
    history.replaceState(null, "", `/hands${query.size ? `?${query}` : ""}`);
    if (more && this.earlier) query.set("before", this.earlier);
    const token = this.wanted.run ? seatToken(Number(this.wanted.run)) : undefined;
    if (!more) this.earlier = null; // it would go on from the hands of other filters
    this.#listing.refresh(() => ask(`/hands?${query}`, { token }), (told) => {
      this.hands = more ? [...(this.hands ?? []), ...told.hands] : told.hands;
      this.earlier = told.before;
    });
  }

  /** The games to choose from: as long as they are not known, the one of the address. */
  #games() {
    return this.games ?? [this.wanted.game].filter(Boolean);
  }

  /** @param {Partial<typeof this.wanted>} change */
  #set(change) {
    this.wanted = { ...this.wanted, ...change };
    this.#ask();
    this.changed();
  }

  /** @param {Event} event */
  async #file(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    const text = await file.text();
    const field = this.querySelector("textarea");
    if (!field) return; // the page or the form has been left meanwhile
    field.value = text;
    this.#import(text, file.name);
  }

  /** @param {string} text @param {string} name */
  #import(text, name) {
    if (!text.trim() || this.#importing.busy) return;
    this.kept = null;
    this.#importing.run(() => post("/hands/import", { text, name }), (kept) => {
      this.kept = kept;
      this.#set({ run: String(kept.run), kind: "", player: "", game: "", street: "", pot: "" });
    });
  }

  view() {
    const { wanted } = this;
    const hands = this.#listing.error && !this.earlier ? [] : this.hands;
    const importing = this.#importing.busy;
    return html`
      <header class="head"><div><h1>Hands</h1><p>Every hand that this card room keeps: replay it, see why agents acted, take it along.</p></div>
        <p class="row"><button class="button" aria-expanded=${String(this.importing)} @click=${() => {
          this.importing = !this.importing;
          this.changed();
        }}>Import</button>${hands?.length ? html`<a class="button" download="hands.phhs" href=${`/api/v1/hands/text?format=phh&${this.#query()}`}>Export PHH</a><a class="button" download="hands.txt" href=${`/api/v1/hands/text?format=pokerstars&${this.#query()}`}>Export PokerStars</a>` : null}</p></header>
      ${this.importing ? html`<section class="card stack import"><h2>Import hands</h2><p class="muted small">PHH or PokerStars text, up to one megabyte. Amounts become whole chips of the smallest coin.</p>
        <label class="field"><span>From a file</span><input type="file" accept=".phh,.phhs,.txt,.log" ?disabled=${importing} @change=${(/** @type {Event} */ event) => this.#file(event)}></label>
        <label class="field"><span>Or as text</span><textarea rows="6" spellcheck="false" placeholder="PokerStars Hand #…"></textarea></label>
        <p class="row"><button class="button primary" ?disabled=${importing} @click=${() => this.#import(/** @type {HTMLTextAreaElement} */ (this.querySelector("textarea")).value, "pasted text")}>${importing ? "Reading…" : "Keep them"}</button></p></section>` : null}
      ${this.kept ? html`<p class="notice" role="status">${this.kept.hands.toLocaleString("en")} hands are kept as run ${this.kept.run}${this.kept.left_out.length ? `; ${this.kept.left_out.length} were left out: ${this.kept.left_out[0]}` : ""}.</p>` : null}
      <section class="card tools" aria-label="Filters"><div class="tool-row filters">
        ${selectField("Played at", wanted.kind, KINDS, (kind) => this.#set({ kind }))}
        ${textField("Player", wanted.player, (player) => this.#set({ player }), { placeholder: "fair" })}
        ${selectField("Game", wanted.game, [["", "All"], ...this.#games().map((game) => /** @type {[string, string]} */ ([game, game]))], (game) => this.#set({ game }))}
        ${selectField("Ended on", wanted.street, STREETS, (street) => this.#set({ street }))}
        ${textField("Pot at least, BB", wanted.pot, (pot) => this.#set({ pot }), { mode: "decimal", placeholder: "10" })}
        ${textField("Run or table", wanted.run, (run) => this.#set({ run }), { mode: "numeric", placeholder: "12" })}
      </div></section>
      ${problemView(this.#importing.problem || this.#listing.problem)}
      ${hands?.length ? html`<ul class="hand-list">${hands.map((hand) => keyed(`${hand.run}.${hand.serial}`, handView(hand)))}</ul>${this.earlier ? html`<p class="more"><button class="button" ?disabled=${this.#listing.busy} @click=${() => this.#ask(true)}>Earlier hands</button></p>` : null}`
        : hands && !this.#listing.problem ? html`<section class="card empty"><h2>No such hand</h2><p>${this.#query().size ? "Nothing fits these filters." : "Play at a table, or start a contest: hands are listed here."}</p></section>` : null}
    `;
  }
}

/** @param {any} hand */
function handView(hand) {
  const best = hand.players.reduce((/** @type {any} */ a, /** @type {any} */ b) => ((b.won ?? -Infinity) > (a.won ?? -Infinity) ? b : a));
  const shown = hand.players.filter((/** @type {any} */ player) => player.cards && (player.you || player.won !== 0)).slice(0, 3);
  return html`<li><a class="hand-line card" href=${`/hands/${hand.run}/${hand.serial}`}>
    <span class="hand-board">${hand.board.length ? cardsView(hand.board) : html`<span class="muted small">no board</span>`}</span>
    <span class="hand-who"><span>${hand.players.map((/** @type {any} */ player) => player.name).join(", ")}</span><small class="muted">${shown.map((/** @type {any} */ player) => html`${player.name} ${inlineCards(player.cards)}&ensp;`)}</small></span>
    <span class="hand-won">${best.won === null ? "" : html`<span><b>${best.name}</b> <span class=${best.won > 0 ? "plus" : ""}>${signed(best.won)}</span></span>`}<small class="muted">pot ${Number((hand.pot / Math.max(1, hand.big_blind)).toFixed(1))} BB</small></span>
    <span class="hand-where muted small">${hand.game}<br>${hand.kind} ${hand.run}, hand ${hand.serial}</span>
  </a></li>`;
}
