/**
 * How the end of a hand is shown: street by street where players are all-in, and the
 * showdown long enough to be seen.
 *
 * @typedef {import("../elements/felt.js").State} State
 * @typedef {import("../elements/transcript.js").HandEvent} HandEvent
 * @typedef {{ state: State, events: HandEvent[] }} Moment
 */

export const SHOWDOWN = 1800;
export const STREET = 1200;

/** Tell whether a hand has ended by showing cards. @param {State} state */
export function isShowdown(state) {
  return state.over && state.seats.filter((seat) => !seat.folded).length > 1;
}

/**
 * Return the moments of a hand that was played out all-in, from the last decision on, before
 * its end: the board as far as it was dealt then, all hands open, and the pot not given away.
 * @param {Moment} end
 * @param {number} seen the cards of the board that were seen before
 * @returns {Moment[]}
 */
export function runoutMoments({ state, events }, seen) {
  const last = events.findLastIndex((event) => event.type === "acted");
  const streets = events.flatMap((event, at) => (event.type === "street" && at > last ? [at] : []));
  if (!isShowdown(state) || !streets.length) return [];
  const pot = state.seats.reduce((sum, seat) => sum + (seat.award ?? 0), 0);
  /** @param {number} cards @param {number} until @returns {Moment} */
  const moment = (cards, until) => ({
    events: events.slice(0, until),
    state: {
      ...state,
      board: state.board.slice(0, cards),
      over: false,
      actor: null,
      legal: null,
      pot,
      pots: [],
      seats: state.seats.map((seat) => ({ ...seat, ...unpaid(seat) })),
    },
  });
  let cards = seen;
  const dealt = streets.map((at) => {
    cards += events[at].cards?.length ?? 0;
    return moment(cards, at + 1);
  });
  return [moment(seen, streets[0]), ...dealt.slice(0, -1)]; // the last card comes with the end
}

/** Return what differs in a seat before the pot is given away. @param {State["seats"][number]} seat */
function unpaid(seat) {
  const stack = seat.stack - (seat.award ?? 0);
  return { stack, bet: 0, all_in: !seat.folded && stack === 0, won: null, award: 0, five: [], holding: "" };
}

/** Return the places of those who play for the pot with their cards open. @param {State} state */
export function contenders(state) {
  return state.seats.filter((seat) => !seat.folded && seat.cards?.length === 2);
}
