/** Amounts, actions and contests in words. */

/** @type {Record<string, string>} */
export const CONTESTS = { match: "Match", ring: "Ring", league: "League", tournament: "Tournament" };

const CHIPS = new Intl.NumberFormat("en", { maximumFractionDigits: 2, signDisplay: "negative" });

/** @param {number} amount */
export function chips(amount) {
  return CHIPS.format(amount).replace("-", "−");
}

/** @param {number} amount */
export function signed(amount) {
  return `${amount > 0 ? "+" : ""}${chips(amount)}`;
}

/**
 * An amount as the person likes it: chips or big blinds.
 * @param {number} amount
 * @param {number} bigBlind
 * @param {boolean} bigBlinds
 */
export function amount(amount, bigBlind, bigBlinds) {
  return bigBlinds ? `${chips(Math.round((100 * amount) / bigBlind) / 100)} BB` : chips(amount);
}

/** @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @param {number} share */
export function percent(share, digits = 0) {
  return `${(100 * share).toFixed(digits)} %`;
}

/**
 * What somebody does, or what you do.
 * @param {{ action: string, to: number, paid?: number, all_in?: boolean }} act
 * @param {(chips: number) => string} told
 * @param {boolean} [you]
 */
export function actionText(act, told, you = false) {
  const verb = you ? act.action : `${act.action}s`;
  const end = act.all_in ? " all-in" : "";
  switch (act.action) {
    case "fold":
    case "check":
      return verb;
    case "call":
      return `${verb} ${told(act.paid ?? 0)}${end}`;
    case "bet":
      return `${verb} ${told(act.to)}${end}`;
    default:
      return `${verb} to ${told(act.to)}${end}`;
  }
}
