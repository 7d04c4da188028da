import { read, write } from "./settings.js";

/**
 * The seats that this browser may play, and the invitations it may give away, by table. The
 * server hands out their tokens only once.
 */

const SEATS = "fivebet.seats";
const LEFT = "fivebet.left-seats";
const INVITATIONS = "fivebet.invitations";
const OPEN = "fivebet.open-invitations";
const MOST = 50;

/** @typedef {{ name: string, invitation: string }} Invitation */

/** Store something for a table, and drop the oldest entries, never the newest. @param {string} key @param {number} table @param {unknown} kept */
function keep(key, table, kept) {
  const { [table]: _, ...others } = read(key) ?? {};
  write(key, { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [table]: kept });
}

/** Remember the token of a seat. @param {number} table @param {string} token */
export function keepSeat(table, token) {
  keep(SEATS, table, token);
}

/** Return the token of the seat at a table. @param {number} table @returns {string | undefined} */
export function seatToken(table) {
  return read(SEATS)?.[table];
}

/** Return the token that opens the hands of a table, also of one that was left. @param {number} table @returns {string | undefined} */
export function handsToken(table) {
  return seatToken(table) ?? read(LEFT)?.[table];
}

/** Return the tables at which this browser has or had a seat, the latest first. @returns {number[]} */
export function seatedTables() {
  const tables = new Set([SEATS, LEFT].flatMap((key) => Object.keys(read(key) ?? {}).map(Number)));
  return [...tables].sort((a, b) => b - a);
}

/** Forget the seat and the invitations at a table; its token still opens the hands that were played. @param {number} table */
export function forgetSeat(table) {
  const token = read(SEATS)?.[table];
  if (token) keep(LEFT, table, token);
  for (const key of [SEATS, INVITATIONS, OPEN]) {
    const { [table]: _, ...others } = read(key) ?? {};
    write(key, others);
  }
}

/** Forget the tables whose hands are deleted. @param {number[]} tables */
export function forgetHands(tables) {
  for (const table of tables) {
    forgetSeat(table);
    const { [table]: _, ...others } = read(LEFT) ?? {};
    write(LEFT, others);
  }
}

/** Remember the invitations to a table. @param {number} table @param {Invitation[]} invitations */
export function keepInvitations(table, invitations) {
  if (invitations.length) keep(INVITATIONS, table, invitations);
}

/** Remember the open invitation to a table. @param {number} table @param {string} invitation */
export function keepOpenInvitation(table, invitation) {
  if (invitation) keep(OPEN, table, invitation);
}

/** Return the link by which anybody takes an open seat, if it was made here. @param {number} table @returns {string} */
export function openLink(table) {
  const invitation = read(OPEN)?.[table];
  return invitation ? `${location.origin}/join/${table}#${invitation}` : "";
}

/** Return the links by which friends take their seats, by name. @param {number} table @returns {Map<string, string>} */
export function invitationLinks(table) {
  /** @type {Invitation[]} */
  const kept = read(INVITATIONS)?.[table] ?? [];
  return new Map(kept.map(({ name, invitation }) => [name, `${location.origin}/join/${table}#${invitation}`]));
}
