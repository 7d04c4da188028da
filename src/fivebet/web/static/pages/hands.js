import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { address, get, post } from "../lib/api.js";
import { formatSigned } from "../lib/format.js";
import { handsToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { cardsView, inlineCards } from "../elements/cards.js";
import { headView, problemView, selectField, textField } from "../elements/fields.js";

/** @typedef {Api.Get["/hands"]["answer"]["hands"][number]} Hand */

const KINDS = /** @type {[string, string][]} */ ([
  ["", "Everything"],
  ["table", "Tables"],
  ["match", "Matches"],
  ["ring", "Rings"],
  ["league", "Leagues"],
  ["tournament", "Tournaments"],
  ["import", "Imported"],
]);
const STREETS = /** @type {[string, string][]} */ ([["", "Any"], ["preflop", "Preflop"], ["flop", "Flop"], ["turn", "Turn"], ["river", "River"]]);
const NO_FILTERS = { run: "", kind: "", player: "", game: "", street: "", pot: "" };

/** All stored hands, with filters that the address holds. */
export default class Hands extends Component {
  filters = { ...NO_FILTERS };
  /** @type {Hand[] | null} */
  hands = null;
  /** Where the list goes on. @type {string | null} */
  earlier = null;
  /** @type {string[] | null} */
  games = null;
  /** @type {Api.Post["/hands/import"]["answer"] | null} */
  imported = null;
  isImportOpen = false;
  #listing = new Task(this);
  #loadingGames = new Task(this);
  #importing = new Task(this);

  start() {
    const query = new URLSearchParams(location.search);
    for (const key of /** @type {(keyof typeof NO_FILTERS)[]} */ (Object.keys(NO_FILTERS))) this.filters[key] = query.get(key) ?? "";
    this.#list();
    this.#loadingGames.run(() => get("/games"), (games) => {
      this.games = games.map((game) => game.name);
    });
  }

  /** Return the filters that are set. @returns {Record<string, string>} */
  #query() {
    return Object.fromEntries(Object.entries(this.filters).filter(([, value]) => value !== ""));
  }

  /** List the hands that fit the filters. */
  #list() {
    const query = this.#query();
    const text = new URLSearchParams(query).toString();
    history.replaceState(null, "", `/hands${text ? `?${text}` : ""}`);
    this.earlier = null; // it would go on from the hands of other filters
    this.#listing.refresh(() => get("/hands", { query, token: this.#token() }), ({ hands, before }) => {
      this.hands = hands;
      this.earlier = before;
    });
  }

  /** Add the hands before those that are listed. @param {string} before */
  #listEarlier(before) {
    const query = { ...this.#query(), before };
    this.#listing.refresh(() => get("/hands", { query, token: this.#token() }), (found) => {
      this.hands = [...(this.hands ?? []), ...found.hands];
      this.earlier = found.before;
    });
  }

  #token() {
    return this.filters.run ? handsToken(Number(this.filters.run)) : undefined;
  }

  /** Return the games to choose from: until they are known, the one of the address. */
  #gameNames() {
    return this.games ?? [this.filters.game].filter(Boolean);
  }

  /** @param {Partial<typeof NO_FILTERS>} change */
  #filter(change) {
    this.filters = { ...this.filters, ...change };
    this.#list();
  }

  /** @param {Event} event */
  async #readFile(event) {
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
    this.imported = null;
    this.#importing.run(() => post("/hands/import", { text, name }), (imported) => {
      this.imported = imported;
      this.#filter({ ...NO_FILTERS, run: String(imported.run) });
    });
  }

  #toggleImport() {
    this.isImportOpen = !this.isImportOpen;
    this.update();
  }

  view() {
    const { filters, earlier } = this;
    const hands = this.#listing.error && !earlier ? [] : this.hands;
    const about = "Every hand stored in this card room: replay it, see why agents acted, export it.";
    return html`
      ${headView("Hands", about, this.#actionsView(Boolean(hands?.length)))}
      ${this.isImportOpen ? this.#importView() : null}
      ${this.imported ? importedView(this.imported) : null}
      <section class="card tools" aria-label="Filters">
        <div class="tool-row filters">
          ${selectField("Played at", filters.kind, KINDS, (kind) => this.#filter({ kind }))}
          ${textField("Player", filters.player, (player) => this.#filter({ player }), { placeholder: "fair" })}
          ${selectField("Game", filters.game, [["", "All"], ...this.#gameNames().map((name) => /** @type {[string, string]} */ ([name, name]))], (game) =>
            this.#filter({ game }),
          )}
          ${selectField("Ended on", filters.street, STREETS, (street) => this.#filter({ street }))}
          ${textField("Minimum pot (BB)", filters.pot, (pot) => this.#filter({ pot }), { mode: "decimal", placeholder: "10" })}
          ${textField("Run or table", filters.run, (run) => this.#filter({ run }), { mode: "numeric", placeholder: "12" })}
        </div>
      </section>
      ${problemView(this.#importing.problem || this.#listing.problem)}
      ${hands?.length ? html`<ul class="hand-list">${hands.map((hand) => keyed(`${hand.run}.${hand.serial}`, handView(hand)))}</ul>` : null}
      ${earlier
        ? html`<p class="more">
            <button class="button" ?disabled=${this.#listing.busy} @click=${() => this.#listEarlier(earlier)}>Earlier hands</button>
          </p>`
        : null}
      ${hands && !hands.length && !this.#listing.problem ? this.#emptyView() : null}
    `;
  }

  /** @param {boolean} hasHands */
  #actionsView(hasHands) {
    const file = (/** @type {string} */ format) => address("/hands/text", {}, { format, ...this.#query() });
    return html`<p class="row">
      <button class="button" aria-expanded=${String(this.isImportOpen)} @click=${() => this.#toggleImport()}>Import</button>
      ${hasHands
        ? html`<a class="button" download="hands.phhs" href=${file("phh")}>Export PHH</a>
            <a class="button" download="hands.txt" href=${file("pokerstars")}>Export PokerStars</a>
            <a class="button" href=${`/study/review?${new URLSearchParams({ run: this.filters.run, player: this.filters.player })}`}>Review</a>`
        : null}
    </p>`;
  }

  #importView() {
    const { busy } = this.#importing;
    const text = () => this.querySelector("textarea")?.value ?? "";
    return html`<section class="card stack import">
      <h2>Import hands</h2>
      <p class="muted small">PHH or PokerStars text, up to one megabyte. Amounts become whole chips of the smallest coin.</p>
      <label class="field">
        <span>From a file</span>
        <input type="file" accept=".phh,.phhs,.txt,.log" ?disabled=${busy} @change=${(/** @type {Event} */ event) => this.#readFile(event)}>
      </label>
      <label class="field">
        <span>Or as text</span>
        <textarea rows="6" spellcheck="false" placeholder="PokerStars Hand #…"></textarea>
      </label>
      <p class="row">
        <button class="button primary" ?disabled=${busy} @click=${() => this.#import(text(), "pasted text")}>
          ${busy ? "Reading…" : "Import these hands"}
        </button>
      </p>
    </section>`;
  }

  #emptyView() {
    const isFiltered = Object.keys(this.#query()).length > 0;
    const text = isFiltered ? "Nothing matches these filters." : "Play at a table or start a contest, and its hands are listed here.";
    return html`<section class="card empty"><h2>No hands</h2><p>${text}</p></section>`;
  }
}

/** @param {Api.Post["/hands/import"]["answer"]} imported */
function importedView({ hands, run, left_out: skipped }) {
  const note = skipped.length ? `; ${skipped.length} were left out: ${skipped[0]}` : "";
  return html`<p class="notice" role="status">${hands.toLocaleString("en")} hands are stored as run ${run}${note}.</p>`;
}

/** @param {Hand} hand */
function handView({ run, serial, kind, game, board, pot, big_blind: bigBlind, players }) {
  const best = players.reduce((a, b) => ((b.won ?? -Infinity) > (a.won ?? -Infinity) ? b : a));
  const shown = players.filter((player) => player.cards && (player.you || player.won !== 0)).slice(0, 3);
  return html`<li>
    <a class="hand-line card" href=${`/hands/${run}/${serial}`}>
      <span class="hand-board">${board.length ? cardsView(board) : html`<span class="muted small">no board</span>`}</span>
      <span class="hand-who">
        <span>${players.map((player) => player.name).join(", ")}</span>
        <small class="muted">${shown.map(({ name, cards }) => html`${name} ${inlineCards(cards ?? [])}&ensp;`)}</small>
      </span>
      <span class="hand-won">
        ${best.won === null
          ? null
          : html`<span><b>${best.name}</b> <span class=${best.won > 0 ? "plus" : ""}>${formatSigned(best.won)}</span></span>`}
        <small class="muted">pot ${Number((pot / Math.max(1, bigBlind)).toFixed(1))} BB</small>
      </span>
      <span class="hand-where muted small">${game}<br> ${kind} ${run}, hand ${serial}</span>
    </a>
  </li>`;
}
