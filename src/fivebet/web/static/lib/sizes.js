/**
 * Bet sizes that are a key or a click away, as a person writes them: "min, 2.5x, 50%, pot,
 * all-in". Multiples are of the bet that is faced, shares are of the pot after a call.
 */

export const MOST = 5;
export const DEFAULT_SIZES = { preflop: "min, 2.5x, 3x, pot, all-in", postflop: "33%, 50%, 75%, pot, all-in" };

/** @typedef {{ kind: "min" | "share" | "multiple" | "all", amount: number, text: string, meaning: string }} Size */

/** Read sizes; what is no size is left out. @param {string} text @returns {Size[]} */
export function parseSizes(text) {
  return text
    .split(/[,;]/)
    .map((part) => parseSize(part.trim().toLowerCase()))
    .filter((size) => size !== null)
    .slice(0, MOST);
}

/** Return the parts of a text that are no sizes. @param {string} text */
export function badSizes(text) {
  return text.split(/[,;]/).map((part) => part.trim()).filter((part) => part && !parseSize(part.toLowerCase()));
}

/** @param {string} text @returns {Size | null} */
function parseSize(text) {
  if (text === "min") return { kind: "min", amount: 0, text: "Min", meaning: "the minimum" };
  if (text === "all-in" || text === "all") return { kind: "all", amount: 0, text: "All-in", meaning: "all your chips" };
  if (text === "pot") return { kind: "share", amount: 1, text: "Pot", meaning: "the pot" };
  const [, digits, unit] = /^(\d{1,4}(?:\.\d{1,2})?)\s*(%|x)$/.exec(text) ?? [];
  const amount = Number(digits);
  if (!digits || !amount) return null;
  if (unit === "%") return { kind: "share", amount: amount / 100, text: `${amount}%`, meaning: `${amount} % of the pot` };
  return { kind: "multiple", amount, text: `${amount}×`, meaning: `${amount} times the bet` };
}

/**
 * Return the amount that a size comes to.
 * @param {Size} size
 * @param {{ least: number, most: number, mine: number, call: number, pot: number }} spot
 */
export function sizeAmount({ kind, amount }, { least, most, mine, call, pot }) {
  const to = {
    min: least,
    all: most,
    share: mine + call + Math.round(amount * (pot + call)),
    multiple: Math.round(amount * (mine + call)),
  }[kind];
  return Math.max(least, Math.min(most, to));
}
