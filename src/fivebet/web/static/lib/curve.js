/**
 * Commitments as points of the curve secp256k1, and the proof that 52 of them are to 52 different
 * cards. What is checked is described in the server's `curve` and `deck_proof`.
 */

import { hex, sha256 } from "./sha256.js";

/** @typedef {[bigint, bigint] | null} Point null is the point at infinity */
/** @typedef {{ products: string[], first: string[], second: string[], answers: string[] }} Proof */

const PRIME = 2n ** 256n - 2n ** 32n - 977n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** @type {Point} */
const G = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
];
const H = secondGenerator();
const CARDS = 52;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** Return the number of a card, from 0 to 51, or -1. @param {string} card */
export function cardNumber(card) {
  const [rank, suit] = [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])];
  return card.length === 2 && rank >= 0 && suit >= 0 ? 13 * suit + rank : -1;
}

/** Return the commitment to a card with its salt. @param {string} card @param {string} salt */
export function commit(card, salt) {
  return encodePoint(weightedSum([[BigInt(cardNumber(card)), G], [readNumber(salt), H]]));
}

/**
 * Tell whether cards with their salts are what was committed to, all at once.
 * @param {{ card: string, salt: string, commitment: string }[]} openings
 */
export function areOpenings(openings) {
  try {
    let [ofG, ofH] = [0n, 0n];
    /** @type {[bigint, Point][]} */
    const terms = openings.map(({ card, salt, commitment }) => {
      if (cardNumber(card) < 0) throw new RangeError(card);
      const weight = randomWeight();
      ofG += weight * BigInt(cardNumber(card));
      ofH += weight * readNumber(salt);
      return [weight, negate(decodePoint(commitment))];
    });
    return weightedSum([...terms, [modulo(ofG, ORDER), G], [modulo(ofH, ORDER), H]]) === null;
  } catch {
    return false;
  }
}

/**
 * Return why a proof does not show that commitments are to 52 different cards, or nothing.
 * @param {string[]} commitments
 * @param {Proof} proof
 */
export function findProofFault(commitments, proof) {
  let terms;
  try {
    terms = equations(commitments, proof);
  } catch (error) {
    return `the proof cannot be read: ${/** @type {Error} */ (error).message}`;
  }
  return weightedSum(terms) === null ? "" : "these are not 52 different cards";
}

/**
 * Return factors and points whose sum is nothing if all equations of a proof hold.
 * @param {string[]} commitments
 * @param {Proof} proof
 * @returns {[bigint, Point][]}
 */
function equations(commitments, { products, first, second, answers }) {
  const lengths = [commitments, products, first, second, answers].map((part) => part.length);
  if (lengths.join() !== [CARDS, CARDS - 2, CARDS - 1, CARDS - 1, 3 * (CARDS - 1)].join()) throw new RangeError("parts are missing");
  const x = hashed("x", commitments);
  const challenge = hashed("c", [...commitments, ...products, ...first, ...second]);
  const numbers = answers.map(readNumber);
  const ofDeck = new Array(CARDS).fill(0n);
  const ofProducts = new Array(CARDS).fill(0n);
  let [ofG, ofH] = [0n, 0n];
  /** @type {[bigint, Point][]} */
  const terms = [];
  for (let i = 1; i < CARDS; i++) {
    const [y, z, w] = numbers.slice(3 * i - 3, 3 * i);
    const [one, other] = [randomWeight(), randomWeight()];
    ofG += one * (y + challenge * x);
    ofH += one * z + other * w;
    ofDeck[i] -= one * challenge;
    ofProducts[i - 1] += other * y;
    ofProducts[i] -= other * challenge;
    terms.push([one, negate(decodePoint(first[i - 1]))], [other, negate(decodePoint(second[i - 1]))]);
  }
  let known = 1n;
  for (let card = 0n; card < CARDS; card++) known = modulo(known * (card - x), ORDER);
  ofDeck[0] = ofProducts[0]; // the first product is the first card less x
  ofG += ofProducts[CARDS - 1] * known - ofProducts[0] * x;
  commitments.forEach((text, i) => terms.push([modulo(ofDeck[i], ORDER), decodePoint(text)]));
  products.forEach((text, i) => terms.push([modulo(ofProducts[i + 1], ORDER), decodePoint(text)]));
  return [...terms, [modulo(ofG, ORDER), G], [modulo(ofH, ORDER), H]];
}

/** Return the sum of points, each times a number below the order. @param {[bigint, Point][]} terms */
function weightedSum(terms) {
  const points = terms.map(([, point]) => point);
  /** @type {Point[][]} */
  const multiples = [points.map(() => null)];
  for (let times = 1; times < 16; times++) multiples.push(addAll(multiples[times - 1], points));
  /** @type {Point} */
  let total = null;
  const digits = terms.map(([factor]) => factor.toString(16).padStart(64, "0"));
  for (let window = 0; window < 64; window++) {
    for (let doubling = 0; doubling < 4; doubling++) [total] = addAll([total], [total]);
    total = sum([total, ...digits.map((text, i) => multiples[parseInt(text[window], 16)][i])]);
  }
  return total;
}

/** Return the sum of points. @param {Point[]} points @returns {Point} */
function sum(points) {
  let rest = points.filter((point) => point !== null);
  while (rest.length > 1) {
    const half = rest.length >> 1;
    rest = [...addAll(rest.slice(0, half), rest.slice(half, 2 * half)), ...rest.slice(2 * half)].filter((point) => point !== null);
  }
  return rest[0] ?? null;
}

/** Return the sums of pairs of points; their slopes share one inversion. @param {Point[]} left @param {Point[]} right */
function addAll(left, right) {
  /** @type {Point[]} */
  const sums = left.map((a, i) => a ?? right[i]);
  /** @type {[number, bigint, bigint, bigint][]} */
  const slopes = [];
  let product = 1n;
  left.forEach((a, i) => {
    const b = right[i];
    if (!a || !b) return;
    sums[i] = null;
    if (a[0] === b[0] && a[1] !== b[1]) return;
    const doubled = a[0] === b[0];
    const numerator = doubled ? 3n * a[0] * a[0] : b[1] - a[1];
    const denominator = doubled ? 2n * a[1] : b[0] - a[0];
    slopes.push([i, numerator, denominator, product]);
    product = modulo(product * denominator, PRIME);
  });
  let inverse = invert(product);
  for (const [i, numerator, denominator, before] of slopes.reverse()) {
    const slope = modulo(numerator * ((inverse * before) % PRIME), PRIME);
    inverse = modulo(inverse * denominator, PRIME);
    const [a, b] = [/** @type {[bigint, bigint]} */ (left[i]), /** @type {[bigint, bigint]} */ (right[i])];
    const x = modulo(slope * slope - a[0] - b[0], PRIME);
    sums[i] = [x, modulo(slope * (a[0] - x) - a[1], PRIME)];
  }
  return sums;
}

/** @param {Point} point @returns {Point} */
function negate(point) {
  return point && [point[0], PRIME - point[1]];
}

/** @param {Point} point */
function encodePoint(point) {
  if (!point) throw new RangeError("the point at infinity commits to nothing");
  return `0${2n + (point[1] & 1n)}${point[0].toString(16).padStart(64, "0")}`;
}

/** @param {string} text @returns {Point} */
function decodePoint(text) {
  if (!/^0[23][0-9a-f]{64}$/.test(text)) throw new RangeError(`${text} is no point`);
  const x = BigInt(`0x${text.slice(2)}`);
  const y = root(x);
  if (y === null) throw new RangeError(`${text} is no point of the curve`);
  return [x, (y & 1n) === (BigInt(text[1]) & 1n) ? y : PRIME - y];
}

/** @param {string} text */
function readNumber(text) {
  const number = /^[0-9a-f]{64}$/.test(text) ? BigInt(`0x${text}`) : ORDER;
  if (number >= ORDER) throw new RangeError(`${text} is no number below the order of the curve`);
  return number;
}

/** @returns {Point} */
function secondGenerator() {
  for (let number = 0; ; number++) {
    const x = BigInt(`0x${hex(sha256(`fivebet fair deck ${number}`))}`);
    const y = root(x);
    if (y !== null) return [x, y & 1n ? PRIME - y : y];
  }
}

/** Return a y of the curve at x, or null. @param {bigint} x */
function root(x) {
  const square = (x * x * x + 7n) % PRIME;
  let [y, base] = [1n, square];
  for (let exponent = (PRIME + 1n) / 4n; exponent; exponent >>= 1n) {
    if (exponent & 1n) y = (y * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return x < PRIME && (y * y) % PRIME === square ? y : null;
}

/** @param {bigint} number */
function invert(number) {
  let [a, b, u, v] = [modulo(number, PRIME), PRIME, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b - quotient * a, a];
    [u, v] = [v - quotient * u, u];
  }
  return modulo(u, PRIME);
}

/** @param {bigint} number @param {bigint} by */
function modulo(number, by) {
  const rest = number % by;
  return rest < 0n ? rest + by : rest;
}

/** @param {string} purpose @param {string[]} texts */
function hashed(purpose, texts) {
  return BigInt(`0x${hex(sha256([`fivebet deck ${purpose}`, ...texts].join("|")))}`) % ORDER;
}

function randomWeight() {
  return BigInt(`0x${hex(crypto.getRandomValues(new Uint8Array(16)))}`);
}
