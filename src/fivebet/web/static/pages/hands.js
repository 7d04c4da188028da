import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, getText, post } from "../lib/api.js";
import { save } from "../lib/download.js";
import { formatSignedMoney } from "../lib/format.js";
import { readText, splitHands } from "../lib/hand-files.js";
import { statisticsRepetition } from "../lib/repetition.js";
import { handsToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { cardsView, inlineCards } from "../elements/cards.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView, progressView, selectField, textField } from "../elements/fields.js";

/** @typedef {Api.Get["/hands"]["answer"]["hands"][number]} Hand */
/** @typedef {Api.Post["/hands/import"]["answer"]} Imported */

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
const NO_FILTERS = { run: "", kind: "", player: "", game: "", street: "", pot: "", cards: "" };

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
  /** The share of a file that is stored. */
  share = 0;
  #listing = new Task(this);
  #loadingGames = new Task(this);
  #importing = new Task(this);
  #exporting = new Task(this);

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

  /** Save the hands that fit the filters as the person may see them. @param {string} format @param {string} name */
  #export(format, name) {
    const query = { format, ...this.#query() };
    this.#exporting.run(() => getText("/hands/text", { query, token: this.#token() }), (text) => save(name, text));
  }

  /** @param {Event} event */
  #readFile(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) this.#import(() => readText(file), file.name);
  }

  /** Store the hands of a file part by part. @param {() => Promise<string>} read @param {string} name */
  #import(read, name) {
    if (this.#importing.busy) return;
    this.imported = null;
    this.share = 0;
    this.#importing.run(() => this.#send(read, name), (imported) => {
      this.imported = imported;
      this.hands = null; // others would stand there as what was imported
      this.#filter({ ...NO_FILTERS, run: String(imported.run) });
    });
  }

  /** @param {() => Promise<string>} read @param {string} name */
  async #send(read, name) {
    const parts = splitHands(await read());
    if (!parts.length) throw new Error("there is nothing in it");
    /** @type {Imported} */
    let sum = { run: 0, hands: 0, left_out: [], token: "" };
    for (const [at, text] of parts.entries()) {
      if (!this.isShown) throw new Error("the page was left");
      const body = { text, name, run: sum.run || null, has_more: at < parts.length - 1 };
      /** @type {Imported} */
      const part = await post("/hands/import", body, { token: sum.token });
      sum = { ...part, left_out: [...sum.left_out, ...part.left_out] };
      this.share = (at + 1) / parts.length;
      this.update();
    }
    return sum;
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
          ${textField("Cards", filters.cards, (cards) => this.#filter({ cards }), { placeholder: "AhKh", most: 20 })}
          ${selectField("Game", filters.game, [["", "All"], ...this.#gameNames().map((name) => /** @type {[string, string]} */ ([name, name]))], (game) =>
            this.#filter({ game }),
          )}
          ${selectField("Ended on", filters.street, STREETS, (street) => this.#filter({ street }))}
          ${textField("Minimum pot (BB)", filters.pot, (pot) => this.#filter({ pot }), { mode: "decimal", placeholder: "10" })}
          ${textField("Run or table", filters.run, (run) => this.#filter({ run }), { mode: "numeric", placeholder: "12" })}
        </div>
      </section>
      ${problemView(this.#importing.problem || this.#exporting.problem || this.#listing.problem)}
      ${hands || this.#listing.problem ? null : html`<p class="muted" role="status">Searching…</p>`}
      ${hands?.length ? html`<ul class="hand-list">${hands.map((hand) => keyed(`${hand.run}.${hand.serial}`, handView(hand)))}</ul>` : null}
      ${earlier
        ? html`<p class="more">
            <button class="button" ?disabled=${this.#listing.busy} @click=${() => this.#listEarlier(earlier)}>Earlier hands</button>
          </p>`
        : null}
      ${hands && !hands.length && !this.#listing.problem ? this.#emptyView() : null}
      ${hands?.length ? repetitionView(statisticsRepetition("hands.phhs", filters.run, filters.player)) : null}
    `;
  }

  /** @param {boolean} hasHands */
  #actionsView(hasHands) {
    const { busy } = this.#exporting;
    return html`<p class="row">
      <button class="button" aria-expanded=${String(this.isImportOpen)} @click=${() => this.#toggleImport()}>Import</button>
      ${hasHands
        ? html`<button class="button" ?disabled=${busy} @click=${() => this.#export("phh", "hands.phhs")}>Export PHH</button>
            <button class="button" ?disabled=${busy} @click=${() => this.#export("pokerstars", "hands.txt")}>Export PokerStars</button>
            <a class="button" href=${`/study/review?${new URLSearchParams({ run: this.filters.run, player: this.filters.player })}`}>Review</a>`
        : null}
    </p>`;
  }

  #importView() {
    const { busy } = this.#importing;
    const text = () => this.querySelector("textarea")?.value ?? "";
    return html`<section class="card stack import">
      <h2>Import hands</h2>
      <p class="muted small">PHH or PokerStars text up to 200 megabytes, also packed by gzip. Money stays money, and the rake is kept.</p>
      <label class="field">
        <span>From a file</span>
        <input type="file" accept=".phh,.phhs,.txt,.log,.gz" ?disabled=${busy} @change=${(/** @type {Event} */ event) => this.#readFile(event)}>
      </label>
      <label class="field">
        <span>Or as text</span>
        <textarea rows="6" spellcheck="false" placeholder="PokerStars Hand #…"></textarea>
      </label>
      <p class="row">
        <button class="button primary" ?disabled=${busy} @click=${() => this.#import(async () => text(), "pasted text")}>
          ${busy ? "Reading…" : "Import these hands"}
        </button>
      </p>
      ${busy ? progressView(this.share, "Import") : null}
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
  const stored = hands === 1 ? "1 hand is" : `${hands.toLocaleString("en")} hands are`;
  return html`<p class="notice" role="status">${stored} stored as run ${run}${note}.</p>`;
}

/** @param {Hand} hand */
function handView({ run, serial, kind, game, board, pot, big_blind: bigBlind, players, currency, scale }) {
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
          : html`<span><b>${best.name}</b> <span class=${best.won > 0 ? "plus" : ""}>${formatSignedMoney(best.won, currency, scale)}</span></span>`}
        <small class="muted">pot ${Number((pot / Math.max(1, bigBlind)).toFixed(1))} BB</small>
      </span>
      <span class="hand-where muted small">${game}<br> ${kind} ${run}, hand ${serial}</span>
    </a>
  </li>`;
}
