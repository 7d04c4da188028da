/** Amounts and actions in words. */

const CHIPS = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** @param {number} amount */
export function chips(amount) {
  return CHIPS.format(amount);
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
  return bigBlinds ? `${CHIPS.format(Math.round((100 * amount) / bigBlind) / 100)} BB` : chips(amount);
}

/** @param {number} share */
export function percent(share, digits = 0) {
  return `${(100 * share).toFixed(digits)} %`;
}

/** @param {{ action: string, to: number, paid?: number, all_in?: boolean }} act @param {(chips: number) => string} told */
export function actionText(act, told) {
  const end = act.all_in ? " all-in" : "";
  switch (act.action) {
    case "fold":
      return "folds";
    case "check":
      return "checks";
    case "call":
      return `calls ${told(act.paid ?? 0)}${end}`;
    case "bet":
      return `bets ${told(act.to)}${end}`;
    default:
      return `raises to ${told(act.to)}${end}`;
  }
}
