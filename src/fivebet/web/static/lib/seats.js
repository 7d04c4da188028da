import { read, write } from "./settings.js";

/** The seats that this browser may play, and those it may give away, by table: what opens them is told only once. */

const SEATS = "fivebet.seats";
const INVITATIONS = "fivebet.invitations";
const MOST = 50;

/** @typedef {{ name: string, invitation: string }} Invitation */

/** The newest is never among those that are dropped, whatever its number. @param {string} key @param {number} table @param {unknown} kept */
function keep(key, table, kept) {
  const { [table]: _, ...others } = read(key) ?? {};
  write(key, { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [table]: kept });
}

/** @param {number} table @param {string} token */
export function keepSeat(table, token) {
  keep(SEATS, table, token);
}

/** @param {number} table @returns {string | undefined} */
export function seatToken(table) {
  return read(SEATS)?.[table];
}

/** @param {number} table */
export function forgetSeat(table) {
  for (const key of [SEATS, INVITATIONS]) {
    const { [table]: _, ...others } = read(key) ?? {};
    write(key, others);
  }
}

/** @param {number} table @param {Invitation[]} invitations */
export function keepInvitations(table, invitations) {
  if (invitations.length) keep(INVITATIONS, table, invitations);
}

/** The links by which friends take their seats, by name. @param {number} table @returns {Map<string, string>} */
export function invitationLinks(table) {
  /** @type {Invitation[]} */
  const kept = read(INVITATIONS)?.[table] ?? [];
  return new Map(kept.map(({ name, invitation }) => [name, `${location.origin}/join/${table}#${invitation}`]));
}
