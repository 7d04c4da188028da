import { html } from "../lib/html.js";

const NAMES = /** @type {Record<string, string>} */ ({ s: "spades", h: "hearts", d: "diamonds", c: "clubs" });
const RANKS = /** @type {Record<string, string>} */ ({ T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" });
const SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

/** @type {Record<string, () => import("../lib/html.js").Template>} */
const SUITS = {
  s: () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2c3.200 4.200 8 6.800 8 11.200 0 2.700-2 4.500-4.300 4.500-1.100 0-2-.4-2.700-1.100.2 2 .9 3.600 2.300 5.400H8.700c1.400-1.800 2.100-3.400 2.300-5.400-.7.7-1.600 1.100-2.700 1.100C6 17.700 4 15.900 4 13.200 4 8.800 8.800 6.200 12 2z"/></svg>`,
  h: () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21.500C7.500 17.300 3 13.500 3 8.900 3 5.800 5.300 3.500 8 3.500c1.700 0 3.200.9 4 2.400.8-1.500 2.300-2.400 4-2.400 2.700 0 5 2.300 5 5.400 0 4.600-4.500 8.400-9 12.600z"/></svg>`,
  d: () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l7.500 10L12 22 4.500 12z"/></svg>`,
  c: () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2a4.600 4.600 0 0 1 3.900 7.100 4.600 4.600 0 1 1-2.700 7.900c.3 1.900 1 3.400 2.100 5H8.700c1.100-1.600 1.800-3.100 2.100-5a4.600 4.600 0 1 1-2.700-7.900A4.600 4.600 0 0 1 12 2z"/></svg>`,
};

/** Return a card's name, like "ace of hearts". @param {string} card */
export function cardName(card) {
  return `${RANKS[card[0]] ?? card[0]} of ${NAMES[card[1]]}`;
}

/**
 * Show a card face up, or a card's back.
 * @param {string | null} card
 * @param {{ dim?: boolean, lit?: boolean }} [options]
 */
export function cardView(card, { dim = false, lit = false } = {}) {
  if (!card) return html`<span class="pcard back" role="img" aria-label="a hidden card"></span>`;
  const kind = `pcard ${card[1]}${dim ? " dim" : ""}${lit ? " lit" : ""}`;
  return html`<span class=${kind} role="img" aria-label=${cardName(card)}><b>${card[0] === "T" ? "10" : card[0]}</b>${SUITS[card[1]]()}</span>`;
}

/** Show cards side by side. @param {string[]} cards */
export function cardsView(cards) {
  return html`<span class="cards">${cards.map((card) => cardView(card))}</span>`;
}

/** Show cards within a sentence. @param {string[]} cards */
export function inlineCards(cards) {
  return cards.map((card) => html`<span class=${`inline-card ${card[1]}`}>${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}</span> `);
}

/** Split "AhKh" into its cards. @param {string} text @returns {string[]} */
export function splitCards(text) {
  return text.match(/../g) ?? [];
}
