/**
 * Shows steps one after the other, each as long as it is worth looking at.
 *
 * A step that is not worth a moment is shown at once, if nothing before it is still being
 * looked at. Steps of hands that have been overtaken by later ones are not held: a spectator
 * is never more than a hand behind. `skip` shows the rest of the hand at once.
 */

/**
 * @typedef {object} Step
 * @property {() => void} show
 * @property {number} [hold] milliseconds before the next step
 * @property {number} [hand] the hand that the step belongs to
 * @property {boolean} [mine] whether the person plays for the pot: it is held in any case
 */

export class Pacer {
  /** @type {Step[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #held = 0;

  /** Whether something is being looked at, and more may wait behind it. */
  get isHolding() {
    return this.#timer !== undefined;
  }

  /** @param {Step} step */
  add(step) {
    this.#waiting.push(step);
    if (!this.isHolding) this.#run();
  }

  /** Show the rest of the hand that is being looked at, and what comes after it. */
  skip() {
    if (!this.isHolding) return;
    const hand = this.#held;
    this.#waiting.forEach((step) => {
      if (step.hand === hand) step.hold = 0;
    });
    this.stop();
    this.#run();
  }

  /** Hold no longer; what waits is shown with the next step. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run() {
    while (this.#waiting.length) {
      const step = /** @type {Step} */ (this.#waiting.shift());
      step.show();
      if (step.hold && (step.mine || !this.#isOvertaken(step))) {
        this.#held = step.hand ?? 0;
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#run();
        }, step.hold);
        return;
      }
    }
  }

  /** @param {Step} step */
  #isOvertaken({ hand }) {
    return this.#waiting.some((step) => step.hand !== undefined && hand !== undefined && step.hand > hand);
  }
}
