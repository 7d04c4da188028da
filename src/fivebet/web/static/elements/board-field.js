import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { RANKS, SUITS } from "../lib/range.js";
import { cardName, cardView } from "./cards.js";
import { icon } from "./icons.js";

/** Cards to choose from the deck, or to type. Tells `cards` with { text }. */
class BoardField extends Piece {
  label = "Board";
  most = 5;
  /** @type {string[]} */
  cards = [];
  opened = false;

  /** @param {string} text */
  set text(text) {
    this.cards = (text.match(/(10|[2-9TJQKA])[cdhs]/gi) ?? []).map((card) => card.replace("10", "T")).map((card) => card[0].toUpperCase() + card[1].toLowerCase());
    this.changed();
  }

  get text() {
    return this.cards.join("");
  }

  start() {
    this.listen(document, "click", (event) => {
      if (!this.opened || event.composedPath().includes(this)) return;
      this.opened = false;
      this.changed();
    });
  }

  #tell() {
    this.changed();
    this.dispatchEvent(new CustomEvent("cards", { detail: { text: this.text } }));
  }

  /** @param {string} card */
  #toggle(card) {
    if (this.cards.includes(card)) this.cards = this.cards.filter((each) => each !== card);
    else if (this.cards.length < this.most) this.cards = [...this.cards, card];
    this.#tell();
  }

  view() {
    return html`<div class="board-field" @keydown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !this.opened) return;
      this.opened = false;
      this.changed();
    }}>
      <span class="label">${this.label}</span>
      <div class="board-line">
        <div class="board-slots">${Array.from({ length: this.most }, (_, at) => (this.cards[at] ? cardView(this.cards[at]) : html`<span class="pcard empty-slot" aria-hidden="true"></span>`))}
          <button type="button" class="cover" aria-expanded=${String(this.opened)} aria-label=${`Choose cards: ${this.label}`} @click=${() => {
            this.opened = !this.opened;
            this.changed();
          }}></button></div>
        <input type="text" aria-label=${`${this.label} as text`} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="Td9d6h" .value=${this.text} @change=${(/** @type {Event} */ event) => {
          const field = /** @type {HTMLInputElement} */ (event.target);
          this.text = field.value;
          field.value = this.text; // what is no card does not stand there as if it were
          this.#tell();
        }}>
        ${this.cards.length ? html`<button type="button" class="icon-button" aria-label=${`Clear ${this.label}`} @click=${() => {
          this.cards = [];
          this.#tell();
        }}>${icon("close")}</button>` : null}
      </div>
      ${this.opened ? html`<div class="deck" role="group" aria-label="The deck">${[...SUITS].reverse().map((suit) => [...RANKS].reverse().map((rank) => html`<button type="button" class=${`deck-card ${suit}`} aria-label=${cardName(rank + suit)} aria-pressed=${String(this.cards.includes(rank + suit))} ?disabled=${this.cards.length >= this.most && !this.cards.includes(rank + suit)} @click=${() => this.#toggle(rank + suit)}>${rank}</button>`)).flat()}</div>` : null}
    </div>`;
  }
}

customElements.define("fb-board", BoardField);
