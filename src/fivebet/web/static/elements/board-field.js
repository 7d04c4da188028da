import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { RANKS, SUITS } from "../lib/range.js";
import { cardName, cardView } from "./cards.js";
import { icon } from "./icons.js";

/** A field for cards, chosen from the deck or typed. It dispatches `cards` with { text }. */
class BoardField extends Component {
  label = "Board";
  most = 5;
  /** @type {string[]} */
  cards = [];
  opened = false;

  /** @param {string} text */
  set text(text) {
    const found = text.match(/(10|[2-9TJQKA])[cdhs]/gi) ?? [];
    this.cards = found.map((card) => card.replace("10", "T")).map((card) => card[0].toUpperCase() + card[1].toLowerCase());
    this.update();
  }

  get text() {
    return this.cards.join("");
  }

  start() {
    this.listen(document, "click", (event) => {
      if (this.opened && !event.composedPath().includes(this)) this.#open(false);
    });
  }

  /** @param {boolean} open */
  #open(open) {
    this.opened = open;
    this.update();
  }

  /** @param {string[]} cards */
  #set(cards) {
    this.cards = cards;
    this.update();
    this.dispatchEvent(new CustomEvent("cards", { detail: { text: this.text } }));
  }

  /** @param {string} card */
  #toggle(card) {
    if (this.cards.includes(card)) this.#set(this.cards.filter((each) => each !== card));
    else if (this.cards.length < this.most) this.#set([...this.cards, card]);
  }

  /** @param {Event} event */
  #type(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    this.text = field.value;
    field.value = this.text; // what is no card does not stay there as if it were one
    this.#set(this.cards);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape" && this.opened) this.#open(false);
  }

  view() {
    const { label, cards } = this;
    return html`<div class="board-field" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}>
      <span class="label">${label}</span>
      <div class="board-line">
        <div class="board-slots">
          ${Array.from({ length: this.most }, (_, at) =>
            cards[at] ? cardView(cards[at]) : html`<span class="pcard empty-slot" aria-hidden="true"></span>`,
          )}
          <button type="button" class="cover" aria-expanded=${String(this.opened)} aria-label=${`Choose cards: ${label}`}
            @click=${() => this.#open(!this.opened)}></button>
        </div>
        <input type="text" aria-label=${`${label} as text`} autocomplete="off" autocapitalize="off" spellcheck="false"
          placeholder="Td9d6h" .value=${this.text} @change=${(/** @type {Event} */ event) => this.#type(event)}>
        ${cards.length
          ? html`<button type="button" class="icon-button" aria-label=${`Clear ${label}`} @click=${() => this.#set([])}>${icon("close")}</button>`
          : null}
      </div>
      ${this.opened ? this.#deckView() : null}
    </div>`;
  }

  #deckView() {
    const isFull = this.cards.length >= this.most;
    const deck = [...SUITS].reverse().flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit));
    return html`<div class="deck" role="group" aria-label="The deck">
      ${deck.map((card) => {
        const chosen = this.cards.includes(card);
        return html`<button type="button" class=${`deck-card ${card[1]}`} aria-label=${cardName(card)} aria-pressed=${String(chosen)}
          ?disabled=${isFull && !chosen} @click=${() => this.#toggle(card)}>${card[0]}</button>`;
      })}
    </div>`;
  }
}

customElements.define("fb-board", BoardField);
