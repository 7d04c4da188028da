/** Colours of actions: folds cool, checks and calls green, bets warmer the bigger they are. */

/** Return the colour of each action. @param {string[]} actions */
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

/** Return a background that shows shares side by side, and nothing where they add up to less than one. @param {number[]} shares @param {string[]} colours */
export function shareGradient(shares, colours) {
  let at = 0;
  const stops = shares.flatMap((share, place) => {
    const from = at;
    at += 100 * share;
    return share > 0.0005 ? [`${colours[place]} ${from.toFixed(2)}% ${at.toFixed(2)}%`] : [];
  });
  if (at < 99.9) stops.push(`transparent ${at.toFixed(2)}% 100%`);
  return at > 0 ? `linear-gradient(to right, ${stops.join(", ")})` : "none";
}

/** Return a colour between red and green for a share of the pot. @param {number} value */
export function heatColour(value) {
  const strength = Math.round(Math.min(1, Math.abs(value - 0.5) * 2.2) * 60);
  return `color-mix(in srgb, var(${value >= 0.5 ? "--heat-good" : "--heat-bad"}) ${strength}%, var(--sunken))`;
}

/** Return a colour between red and green by where a value stands among others. @param {number} value @param {number} least @param {number} most */
export function scaleColour(value, least, most) {
  return heatColour(most > least ? (value - least) / (most - least) : 0.5);
}
