/** Amounts, actions, contests and errors as text. */

/** @type {Record<string, string>} */
export const CONTESTS = { match: "Match", ring: "Ring", league: "League", tournament: "Tournament" };

const CHIPS = new Intl.NumberFormat("en", { maximumFractionDigits: 2, signDisplay: "negative" });

/** Format a number with separators and a proper minus sign. @param {number} amount */
export function formatNumber(amount) {
  return CHIPS.format(amount).replace("-", "−");
}

/** Format a number with its sign: +5, −5, 0. @param {number} amount */
export function formatSigned(amount) {
  return `${amount > 0 ? "+" : ""}${formatNumber(amount)}`;
}

/**
 * Format an amount in chips or in big blinds, as the person prefers.
 * @param {number} amount
 * @param {number} bigBlind
 * @param {boolean} inBigBlinds
 */
export function formatAmount(amount, bigBlind, inBigBlinds) {
  return inBigBlinds ? `${formatNumber(Math.round((100 * amount) / bigBlind) / 100)} BB` : formatNumber(amount);
}

/** Format a share as a percentage. @param {number} share */
export function formatPercent(share, digits = 0) {
  return `${(100 * share).toFixed(digits)} %`;
}

/** Write the first letter as a capital. @param {string} text */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Format an error as a sentence. @param {unknown} error */
export function formatError(error) {
  const text = error instanceof Error ? error.message : String(error);
  return capitalize(text) + (/[.!?…]$/.test(text) ? "" : ".");
}

/** Return "plus" or "minus", the class of winnings and losses. @param {number} value */
export function signClass(value) {
  return value > 0 ? "plus" : value < 0 ? "minus" : "";
}

/**
 * Format what a player does ("raises to 300"), or what you do ("raise to 300").
 * @param {{ action: string, to: number, paid?: number, all_in?: boolean }} act
 * @param {(chips: number) => string} formatChips
 * @param {boolean} [you]
 */
export function formatAction(act, formatChips, you = false) {
  const verb = you ? act.action : `${act.action}s`;
  const end = act.all_in ? " all-in" : "";
  switch (act.action) {
    case "fold":
    case "check":
      return verb;
    case "call":
      return `${verb} ${formatChips(act.paid ?? 0)}${end}`;
    case "bet":
      return `${verb} ${formatChips(act.to)}${end}`;
    default:
      return `${verb} to ${formatChips(act.to)}${end}`;
  }
}

/** Format chips of a file as its money. @param {number} chips @param {string} currency @param {number} scale */
export function formatMoney(chips, currency, scale) {
  const digits = { minimumFractionDigits: Number.isInteger(chips / 10 ** scale) ? 0 : Math.max(2, scale), maximumFractionDigits: Math.max(2, scale) };
  const amount = Math.abs(chips / 10 ** scale).toLocaleString("en", digits);
  const space = /^[A-Za-z]{2,}$/.test(currency) ? "\u00a0" : "";
  return `${chips < 0 ? "−" : ""}${currency}${space}${amount}`;
}

/** Format chips or money with a sign. @param {number} chips @param {string} currency @param {number} scale */
export function formatSignedMoney(chips, currency, scale) {
  return currency ? `${chips > 0 ? "+" : ""}${formatMoney(chips, currency, scale)}` : formatSigned(chips);
}

/** Return what people call the format of a table. @param {string} format */
export function formatName(format) {
  return { cash: "Cash game", "sit-and-go": "Sit-and-go", tournament: "Tournament" }[format] ?? format;
}
