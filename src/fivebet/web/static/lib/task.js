import { sentence } from "./jobs.js";

/**
 * A question to the server on behalf of a component.
 *
 * `busy` says that an answer is awaited, `done` that one has come, and `error` what went
 * wrong last, `problem` in a sentence. Controls that need the answer are disabled until it is there. Only the latest
 * question counts, and only while its component is on the page: an answer that comes too
 * late changes nothing.
 */
export class Task {
  busy = false;
  done = false;
  /** @type {(Error & { status?: number }) | null} */
  error = null;
  #latest = 0;
  #piece;

  /** @param {import("./element.js").Piece} piece */
  constructor(piece) {
    this.#piece = piece;
  }

  get problem() {
    return this.error ? sentence(this.error) : "";
  }

  /**
   * Do what a person has asked for: the last problem is forgotten at once.
   * @template T
   * @param {() => Promise<T>} ask
   * @param {(answer: T) => void} [take]
   */
  run(ask, take) {
    this.error = null;
    return this.refresh(ask, take);
  }

  /**
   * Ask again without a word: the last problem stands until there is an answer.
   * @template T
   * @param {() => Promise<T>} ask
   * @param {(answer: T) => void} [take]
   */
  async refresh(ask, take) {
    const number = ++this.#latest;
    this.busy = true;
    this.#piece.changed();
    /** @type {T} */
    let answer;
    try {
      answer = await ask();
    } catch (error) {
      if (this.#end(number)) this.error = /** @type {Error} */ (error);
      return;
    }
    if (!this.#end(number)) return;
    this.done = true;
    this.error = null;
    take?.(answer);
  }

  /** Let an answer that is awaited come to nothing. */
  drop() {
    this.#latest++;
    this.busy = false;
  }

  /** Whether a question was the latest one of a component that is still there; if so, it is over. @param {number} number */
  #end(number) {
    if (number !== this.#latest || !this.#piece.isShown) return false;
    this.busy = false;
    this.#piece.changed();
    return true;
  }
}
