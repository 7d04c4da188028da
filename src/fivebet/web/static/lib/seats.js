import { read, write } from "./settings.js";

/** The seats that this browser may play, by table: what opens them is told only once. */

const KEY = "fivebet.seats";
const MOST = 50;

/** @param {number} table @param {string} token */
export function keepSeat(table, token) {
  const seats = Object.entries({ ...read(KEY), [table]: token });
  write(KEY, Object.fromEntries(seats.slice(-MOST)));
}

/** @param {number} table @returns {string | undefined} */
export function seatToken(table) {
  return read(KEY)?.[table];
}

/** @param {number} table */
export function forgetSeat(table) {
  const { [table]: _, ...others } = read(KEY) ?? {};
  write(KEY, others);
}
