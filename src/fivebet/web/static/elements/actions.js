/** Colours of actions: folds cool, checks and calls green, bets warmer the bigger they are. */

/**
 * @param {string[]} actions
 * @returns {string[]} by action
 */
export function actionColours(actions) {
  const bets = actions.filter((action) => /^(bet|raise|all-in)/.test(action));
  return actions.map((action) => {
    if (action === "fold") return "var(--act-fold)";
    if (action === "check") return "var(--act-check)";
    if (action === "call") return "var(--act-call)";
    const rank = bets.indexOf(action);
    return `var(--act-bet-${Math.min(4, bets.length === 1 ? 2 : rank + 1)})`;
  });
}

/**
 * Shares side by side as one background, filled from below as far as the weight goes.
 * @param {number[]} shares
 * @param {string[]} colours
 */
export function mixed(shares, colours) {
  let at = 0;
  const stops = shares.flatMap((share, place) => {
    const from = at;
    at += 100 * share;
    return share > 0.0005 ? [`${colours[place]} ${from.toFixed(2)}% ${at.toFixed(2)}%`] : [];
  });
  return stops.length ? `linear-gradient(to right, ${stops.join(", ")})` : "none";
}
