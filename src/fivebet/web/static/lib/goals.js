import { read, write } from "./settings.js";

/** Goals against each agent, and how far this browser's person has come with them. */

const KEY = "fivebet.goals";
const MOST_AGENTS = 200;

/**
 * @typedef {object} Progress against one agent, in big blinds
 * @property {number} hands played with it
 * @property {number} best the most won in one of them
 * @property {number} duels hands played against it alone
 * @property {number} won in these
 * @property {number} peak the most that was ever won in these
 * @property {boolean} ahead whether these were won after a hundred of them
 *
 * @typedef {{ name: string, text: string, part: number, isDone: boolean }} Goal
 */

const HANDS = 20;
const POT = 20;
const DUELS = 100;
const LEAD = 50;

/** @type {Progress} */
const NONE = { hands: 0, best: 0, duels: 0, won: 0, peak: 0, ahead: false };

/** Return the progress against an agent. @param {string} agent @returns {Progress} */
export function progressOf(agent) {
  return { ...NONE, ...(read(KEY) ?? {})[agent] };
}

/** Return the names of the agents among those seated, without the numbers of namesakes. @param {{ name: string, agent: boolean }[]} seats */
export function agentsIn(seats) {
  return seats.filter((seat) => seat.agent).map((seat) => seat.name.replace(/ \d+$/, ""));
}

/**
 * Count a hand that was played with some agents.
 * @param {string[]} agents
 * @param {number} won in big blinds
 * @param {boolean} isDuel whether nobody else played
 */
export function countHand(agents, won, isDuel) {
  const all = read(KEY) ?? {};
  for (const agent of new Set(agents)) {
    all[agent] = added({ ...NONE, ...all[agent] }, won, isDuel);
  }
  write(KEY, Object.fromEntries(Object.entries(all).slice(-MOST_AGENTS)));
}

/** @param {Progress} before @param {number} bigBlinds @param {boolean} isDuel @returns {Progress} */
function added(before, bigBlinds, isDuel) {
  const duels = before.duels + (isDuel ? 1 : 0);
  const won = before.won + (isDuel ? bigBlinds : 0);
  return {
    hands: before.hands + 1,
    best: Math.max(before.best, bigBlinds),
    duels,
    won,
    peak: Math.max(before.peak, won),
    ahead: before.ahead || (duels >= DUELS && won > 0),
  };
}

/** Return the goals against an agent. @param {Progress} progress @returns {Goal[]} */
export function goals({ hands, best, duels, peak, ahead }) {
  return [
    goal("Meet it", `Play ${HANDS} hands with it`, hands / HANDS),
    goal("Take a pot", `Win ${POT} big blinds in one hand`, best / POT),
    { ...goal("Stay ahead", `Be ahead after ${DUELS} hands heads-up`, Math.min(duels / DUELS, 0.99)), ...(ahead ? { part: 1, isDone: true } : {}) },
    goal("Beat it", `Be ${LEAD} big blinds ahead, heads-up`, peak / LEAD),
  ];
}

/** @param {string} name @param {string} text @param {number} part @returns {Goal} */
function goal(name, text, part) {
  const share = Math.max(0, Math.min(part, 1));
  return { name, text, part: share, isDone: share === 1 };
}
