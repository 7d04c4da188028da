/**
 * Ranges in the browser: 1,326 weights by combo, as the server has them, and the 169 classes.
 */

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";

/** Return a card as text, like "Ah". @param {number} card */
function cardText(card) {
  return RANKS[card % 13] + SUITS[Math.floor(card / 13)];
}

/** Return the class at a place of the grid, like "AKs". @param {number} row @param {number} column */
function className(row, column) {
  const [high, low] = [RANKS[12 - Math.min(row, column)], RANKS[12 - Math.max(row, column)]];
  return high + low + (row === column ? "" : row < column ? "s" : "o");
}

/** AA, AKs, … 22 at their places in the grid. */
export const CLASSES = Array.from({ length: 169 }, (_, at) => className(Math.floor(at / 13), at % 13));

/** The combos of each class, by index. @type {number[][]} */
export const COMBOS_OF = CLASSES.map(() => []);

/** Every combo's cards, the higher first. @type {[number, number][]} */
const COMBOS = [];
for (let high = 0; high < 52; high++) {
  for (let low = 0; low < high; low++) {
    const top = 12 - Math.max(high % 13, low % 13);
    const bottom = 12 - Math.min(high % 13, low % 13);
    const suited = Math.floor(high / 13) === Math.floor(low / 13);
    COMBOS_OF[suited ? 13 * top + bottom : 13 * bottom + top].push(COMBOS.length);
    COMBOS.push(high % 13 >= low % 13 ? [high, low] : [low, high]);
  }
}

/** Return the two cards of a combo as text. @param {number} combo */
export function comboText(combo) {
  return COMBOS[combo].map(cardText).join("");
}

/** Return the mean weight of each class. @param {ArrayLike<number>} weights */
export function classWeights(weights) {
  return COMBOS_OF.map((combos) => combos.reduce((sum, combo) => sum + weights[combo], 0) / combos.length);
}

/** Return the weights of an empty range. @returns {number[]} */
export function emptyRange() {
  return new Array(1326).fill(0);
}

/** Count the combos of a range, by weight. @param {ArrayLike<number>} weights */
export function countCombos(weights) {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at];
  return sum;
}
