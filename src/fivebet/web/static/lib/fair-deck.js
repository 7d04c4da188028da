/**
 * Check the deal in the browser: the commitments, the cut, and the cards that were opened.
 * What is checked is described in the server's `fair_deck`; nothing here trusts the server.
 */

import { areOpenings } from "./curve.js";
import { hex, sha256 } from "./sha256.js";

/** @typedef {{ dealt: number, place: number, card: string, salt: string }} Opening */
/** @typedef {{ dealt: number, card: string }} Seen */
/** @typedef {{ hand: number, seeds: string[], openings: Opening[] }} OpenedDeal what the server opens after a hand */

const DECK = 52;

/** Return a seed for the next cut, from the browser's own randomness. */
export function freshSeed() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Return the places of the deck in the order in which they are dealt.
 * @param {number} hand
 * @param {string[]} seeds
 */
export function cutOrder(hand, seeds) {
  const order = Array.from({ length: DECK }, (_, place) => place);
  /** @type {number[]} */
  let words = [];
  let blocks = 0;
  for (let last = DECK - 1; last > 0; last--) {
    let word;
    do {
      if (!words.length) {
        const view = new DataView(sha256(`cut:${hand}:${seeds.join("|")}:${blocks++}`).buffer);
        words = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
      }
      word = /** @type {number} */ (words.shift());
    } while (word >= 2 ** 32 - (2 ** 32 % (last + 1)));
    const other = word % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Tell whether the hand was dealt before this page's seed had arrived: its place among the seeds is empty.
 * @param {{ seeds: string[] }} opened
 * @param {string | undefined} mySeed
 */
export function seedWasLate(opened, mySeed) {
  return mySeed !== undefined && !opened.seeds.includes(mySeed) && opened.seeds.includes("");
}

/**
 * Return what is wrong with a deal, or nothing.
 * @param {OpenedDeal} opened
 * @param {string[] | undefined} commitments
 * @param {string | undefined} mySeed
 * @param {Seen[]} seen
 * @returns {string}
 */
export function findFault(opened, commitments, mySeed, seen) {
  if (!commitments) return "the deck's commitments were not seen before the deal";
  if (mySeed !== undefined && !opened.seeds.includes(mySeed) && !seedWasLate(opened, mySeed)) return "your seed did not go into the cut";
  const order = cutOrder(opened.hand, opened.seeds);
  const elsewhere = opened.openings.find(({ dealt, place }) => order[dealt] !== place);
  if (elsewhere) return `${elsewhere.card} did not come from where the cut says`;
  const openings = opened.openings.map(({ place, card, salt }) => ({ card, salt, commitment: commitments[place] }));
  if (!areOpenings(openings)) {
    const wrong = openings.find((opening) => !areOpenings([opening]));
    return `${wrong?.card ?? "One of them"} is not the card that was committed to`;
  }
  const cards = openings.map(({ card }) => card);
  const doubled = cards.find((card, at) => cards.indexOf(card) !== at);
  if (doubled) return `${doubled} was dealt twice`;
  for (const { dealt, card } of seen) {
    const opening = opened.openings.find((each) => each.dealt === dealt);
    if (!opening) return `${card} was shown without proof`;
    if (opening.card !== card) return `${card} was shown where ${opening.card} was dealt`;
  }
  return "";
}

/**
 * Return the cards that a table has shown and where each was dealt: hole cards by seat from the
 * button's left, then the board.
 * @param {string[][]} holes of all seats; none where they were not shown
 * @param {string[]} board
 * @returns {Seen[]}
 */
export function seenCards(holes, board) {
  const own = holes.flatMap((cards, seat) => cards.map((card, at) => ({ dealt: 2 * seat + at, card })));
  return [...own, ...board.map((card, at) => ({ dealt: 2 * holes.length + at, card }))];
}
