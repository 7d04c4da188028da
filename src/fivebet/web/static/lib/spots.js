/** Spots as the solver takes them: from a solution, from an address, and with changes. */

/**
 * @typedef {{ bets: string, raises: string, donks: string | null }} Sizes
 * @typedef {{ board: string, pot: number, stack: number, oop: string, ip: string, menus: Sizes[][], add_all_in: number,
 *   force_all_in: number, merge: number, rake: number, rake_cap: number, last_street: string, removed?: string[], limit?: { bets: number[] } }} Spot
 * @typedef {Api.LockRequest} Lock
 * @typedef {Api.With<Api.Get["/solutions/{id}"]["answer"], { spot: Spot, locks: Lock[] }>} Solve
 * @typedef {Api.SolveRequest} Request
 */

export const STREETS = ["flop", "turn", "river"];
export const PLAYERS = ["oop", "ip"];
export const PLAYER_NAMES = /** @type {Record<string, string>} */ ({ oop: "Out of position", ip: "In position", deal: "Card" });
const CARD = /^[2-9TJQKA][cdhs]$/;

/** Return the sizes of a spot by what they are of, like "bets flop oop". @param {Spot} spot @returns {Record<string, string>} */
export function sizesOf({ menus }) {
  /** @type {Record<string, string>} */
  const sizes = {};
  menus.forEach((streets, player) =>
    streets.forEach(({ bets, raises, donks }, street) => {
      const where = `${STREETS[street]} ${PLAYERS[player]}`;
      sizes[`bets ${where}`] = bets;
      sizes[`raises ${where}`] = raises;
      if (donks !== null) sizes[`donks ${where}`] = donks;
    }),
  );
  return sizes;
}

/** Tell whether this page can solve a spot again: fixed limit is for the command line. @param {Spot} spot */
export function canBeSent({ limit, last_street }) {
  return !limit && last_street === "river";
}

/** Return what has to be sent to solve the same spot again. @param {Solve} solve @param {Partial<Request>} [changes] @returns {Request} */
export function requestOf({ spot, locks, target }, changes = {}) {
  const { board, pot, stack, oop, ip, add_all_in, force_all_in, merge, rake, rake_cap, removed = [] } = spot;
  const same = { board, pot, stack, oop, ip, add_all_in, force_all_in, merge, rake: 100 * rake, rake_cap, removed, locks };
  return { ...same, sizes: sizesOf(spot), target: target || 0.5, ...changes };
}

/** Return the path of a node without its cards, as lines of removed actions are written. @param {string[]} path */
export function lineOf(path) {
  return path.filter((step) => !CARD.test(step)).join(", ");
}

/**
 * Return what an address says of a spot: ?board=…&pot=…&stack=…&oop=…&ip=…&bets=…&raises=…
 * @param {string} search
 * @returns {Partial<{ board: string, pot: number, stack: number, oop: string, ip: string, bets: string, raises: string }>}
 */
export function spotFromAddress(search) {
  const query = new URLSearchParams(search);
  const texts = ["board", "oop", "ip", "bets", "raises"].flatMap((name) => {
    const text = query.get(name);
    return text ? [[name, text]] : [];
  });
  const numbers = ["pot", "stack"].flatMap((name) => {
    const number = Number(query.get(name));
    return number >= 1 ? [[name, Math.round(number)]] : [];
  });
  return Object.fromEntries([...texts, ...numbers]);
}

/** Format seconds as people say them. @param {number} seconds */
export function formatSeconds(seconds) {
  if (seconds < 0.1) return "a moment";
  if (seconds < 10) return `about ${seconds.toFixed(1)} s`;
  return seconds < 100 ? `about ${Math.round(seconds)} s` : `about ${Math.round(seconds / 60)} minutes`;
}

/** Format megabytes as people say them. @param {number} megabytes */
export function formatMemory(megabytes) {
  if (megabytes < 1) return "less than 1 MB";
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

/**
 * Return a lock from the shares of each hand: one probability for each action where all hands are played alike, and
 * ranges otherwise. The first action takes what the others leave.
 * @param {string} path
 * @param {string[]} actions
 * @param {{ hand: string, shares: number[] }[]} hands
 * @returns {Lock}
 */
export function lockOf(path, actions, hands) {
  const [first] = hands;
  const isAlike = hands.every(({ shares }) => shares.every((share, action) => share === first.shares[action]));
  /** @type {Record<string, number | string>} */
  const strategy = {};
  if (isAlike || actions.length === 1) {
    actions.forEach((action, at) => {
      if (at > 0 || actions.length === 1) strategy[action] = round(first?.shares[at] ?? 1);
    });
    return { at: path, strategy };
  }
  actions.slice(1).forEach((action, place) => {
    const weights = hands.flatMap(({ hand, shares }) => {
      const weight = round(shares[place + 1]);
      return weight ? [weight === 1 ? hand : `${hand}:${weight}`] : [];
    });
    strategy[action] = weights.length ? weights.join(",") : 0;
  });
  return { at: path, strategy };
}

/** Round down, so that shares never add up to more than one. @param {number} share */
function round(share) {
  return Math.floor(1000 * share + 1e-6) / 1000;
}
