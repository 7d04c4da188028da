import { read, write } from "./settings.js";
import { handsToken } from "./seats.js";

/** The reviews that this browser has started, the latest first. */

const KEY = "fivebet.reviews";
const MOST = 30;

/** @typedef {{ number: number, run: number, player: string }} KnownReview */

/** @returns {KnownReview[]} */
export function knownReviews() {
  return read(KEY) ?? [];
}

/** Remember a review. @param {KnownReview} review */
export function keepReview(review) {
  write(KEY, [review, ...knownReviews().filter(({ number }) => number !== review.number)].slice(0, MOST));
}

/** Forget all reviews. */
export function forgetReviews() {
  write(KEY, []);
}

/** Return the token that opens a review: that of the seat whose hands it is about. @param {number} number @returns {string | undefined} */
export function reviewToken(number) {
  const known = knownReviews().find((review) => review.number === number);
  return known ? handsToken(known.run) : undefined;
}

/** Return the address that fills the solver's form with a step of a hand. @param {number | string} run @param {number | string} serial @param {number} step */
export function studyAddress(run, serial, step) {
  return `/study/solver?hand=${run}.${serial}&step=${step}`;
}
