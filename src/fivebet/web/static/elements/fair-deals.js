import { html } from "../lib/html.js";
import { get } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { findProofFault } from "../lib/curve.js";
import { findFault, freshSeed, seedWasLate, seenCards } from "../lib/fair-deck.js";
import { Task } from "../lib/task.js";
import { dealView } from "./deal.js";
import { problemView } from "./fields.js";

/**
 * @typedef {import("./deal.js").Checked} Checked
 * @typedef {import("../lib/table-feed.js").State} State
 */

const MOST_HANDS = 8; // whose commitments and seeds are remembered
const MOST_CHECKED = 20;

/** This browser's part in fair deals: it cuts every deck with a seed, and checks what is opened. */
export class FairDeals {
  /** The deals that were checked, the last one first. @type {Checked[]} */
  checked = [];
  #component;
  #proving;
  #copying;
  /** @type {Map<number, string[]>} */
  #commitments = new Map();
  /** @type {Map<number, string>} */
  #seeds = new Map();

  /** @param {import("../lib/component.js").Component} component */
  constructor(component) {
    this.#component = component;
    this.#proving = new Task(component);
    this.#copying = new Task(component);
  }

  /** Note the commitments to the deck of a hand; a seed that was sent for another deck is forgotten. @param {number} hand @param {string[]} commitments */
  commit(hand, commitments) {
    if (this.#commitments.get(hand)?.join() !== commitments.join()) this.#seeds.delete(hand);
    this.#commitments.set(hand, commitments);
    dropOldest(this.#commitments);
  }

  /** Return the seed that cuts the deck of a hand, the same one for the same deck. @param {number} hand */
  seed(hand) {
    const seed = this.#seeds.get(hand) ?? freshSeed();
    this.#seeds.set(hand, seed);
    dropOldest(this.#seeds);
    return seed;
  }

  /**
   * Check what the card room has opened after a hand.
   * @param {import("../lib/fair-deck.js").OpenedDeal} opened
   * @param {State} state the end of the hand
   * @param {boolean} teaching whether the agents' cards are shown without being opened
   * @returns {Checked}
   */
  check(opened, state, teaching) {
    const { hand, openings: cards, seeds } = opened;
    const holes = state.seats.map((seat) => (teaching && seat.place !== state.you ? [] : (seat.cards ?? [])));
    const seen = seenCards(holes, state.board);
    const mine = this.#seeds.get(hand);
    const commitments = this.#commitments.get(hand);
    const fault = findFault(opened, commitments, mine, seen);
    const late = seedWasLate(opened, mine);
    return { hand, cards, seen, commitments: commitments ?? [], seeds, mine: mine ?? "", fault, late };
  }

  /** Show a deal that was checked. @param {Checked} checked */
  add(checked) {
    this.checked = [checked, ...this.checked].slice(0, MOST_CHECKED);
    this.#component.update();
  }

  /** @param {number} table @param {boolean} playing whether this browser cuts decks */
  view(table, playing) {
    const actions = {
      busy: this.#proving.busy,
      prove: (/** @type {Checked} */ deal) => this.#prove(table, deal),
      copy: (/** @type {Checked} */ deal) => this.#copy(deal),
    };
    return html`${problemView(this.#proving.problem || this.#copying.problem)} ${dealView(this.checked, playing, actions)}`;
  }

  /** Ask for the proof that a deck holds 52 different cards, and check it. @param {number} table @param {Checked} deal */
  #prove(table, deal) {
    const params = { number: table, hand: deal.hand };
    this.#proving.run(() => get("/tables/{number}/hands/{hand}/proof", { params }), ({ products, first, second, answers }) => {
      const proof = { products, first, second, answers };
      const fault = findProofFault(deal.commitments, proof);
      this.checked = this.checked.map((each) => (each === deal ? { ...deal, ...(fault ? { fault } : { proof }) } : each));
    });
  }

  /** Copy a deal as `fivebet deal` reads it. @param {Checked} deal */
  #copy({ hand, commitments, seeds, mine, late, cards: openings, seen: cards, proof }) {
    const text = JSON.stringify({ hand, commitments, seeds, mine: late ? "" : mine, openings, cards, proof });
    this.#copying.run(() => copy(text));
  }
}

/** Drop the earliest hand if there are too many. @param {Map<number, unknown>} hands */
function dropOldest(hands) {
  if (hands.size > MOST_HANDS) hands.delete(Math.min(...hands.keys()));
}
