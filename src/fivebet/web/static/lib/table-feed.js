import { isShowdown, runoutMoments } from "./runout.js";

/**
 * What a table sends, and what of it is shown one after the other.
 *
 * @typedef {import("../elements/felt.js").State} State
 * @typedef {import("../elements/transcript.js").HandEvent} HandEvent
 * @typedef {import("./runout.js").Moment} Moment
 * @typedef {{ name: string, place: number, prize: number }} Finish
 * @typedef {{ at: number, tables: number, left: number, entrants: number, waiting: boolean }} Tournament
 * @typedef {object} TableMessage what the table sends when something has changed
 * @property {State | null} state
 * @property {number} events_from
 * @property {HandEvent[]} events
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

/** The table as it was heard of last; what is shown may be a moment behind. */
export class TableFeed {
  /** @type {State | null} */
  state = null;
  /** @type {HandEvent[]} */
  events = [];

  /**
   * Take a message, and return all events of its hand, whether the hand has ended with it, and
   * the moments of an all-in that are to be seen before.
   * @param {TableMessage} message
   * @returns {{ events: HandEvent[], isEnd: boolean, moments: Moment[] }}
   */
  take({ state, events_from: from, events }) {
    const before = this.state;
    const isSame = before !== null && before.hand === state?.hand;
    this.events = isSame ? [...this.events.slice(0, from), ...events] : state ? events : [];
    this.state = state;
    const isEnd = before !== null && state !== null && isShowdown(state) && !(isSame && before.over);
    const moments = isEnd ? runoutMoments({ state, events: this.events }, isSame ? before.board.length : 0) : [];
    return { events: this.events, isEnd, moments };
  }
}

/** Return a state whose clock shows what is left after so many seconds. @param {State} state @param {number} seconds @returns {State} */
export function withClock(state, seconds) {
  const { clock } = state;
  return clock ? { ...state, clock: { ...clock, left: Math.max(0, clock.left - seconds) } } : state;
}

/** Return a table before the first hand: who sits where, and who is expected. @param {TableMessage} table @returns {State} */
export function emptyTable({ chairs = [], expected, you }) {
  const seats = chairs.map(({ place, name, agent, stack }) => ({
    place, name, agent, stack, bet: 0, cards: [], folded: false, all_in: false, button: false, position: "", last: null,
    holding: expected.includes(name) ? "not here yet" : "", won: null,
  }));
  return {
    hand: 0, street: "", board: [], pot: 0, pots: [], turn: 0, actor: null, over: true, seats, you, legal: null, big_blind: 100, clock: null,
  };
}
