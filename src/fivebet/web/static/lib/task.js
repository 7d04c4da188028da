import { formatError } from "./format.js";

/**
 * A request to the server on behalf of a component.
 *
 * `busy` says that an answer is awaited, `done` that one has come, and `error` what went
 * wrong last, `problem` the same in a sentence. Controls that need the answer are disabled
 * until it is there. Only the latest request counts, and only while its component is on the
 * page: an answer that comes too late changes nothing.
 */
export class Task {
  busy = false;
  done = false;
  /** @type {(Error & { status?: number }) | null} */
  error = null;
  #latest = 0;
  #component;

  /** @param {import("./component.js").Component} component */
  constructor(component) {
    this.#component = component;
  }

  get problem() {
    return this.error ? formatError(this.error) : "";
  }

  /**
   * Do what a person has asked for: the last error is forgotten at once.
   * @template T
   * @param {() => Promise<T>} request
   * @param {(answer: T) => void} [take]
   */
  run(request, take) {
    this.error = null;
    return this.refresh(request, take);
  }

  /**
   * Ask again unnoticed: the last error stands until there is an answer.
   * @template T
   * @param {() => Promise<T>} request
   * @param {(answer: T) => void} [take]
   */
  async refresh(request, take) {
    const number = ++this.#latest;
    this.busy = true;
    this.#component.update();
    /** @type {T} */
    let answer;
    try {
      answer = await request();
    } catch (error) {
      if (this.#finish(number)) this.error = /** @type {Error} */ (error);
      return;
    }
    if (!this.#finish(number)) return;
    this.done = true;
    this.error = null;
    take?.(answer);
  }

  /** Ignore an answer that is awaited. */
  drop() {
    this.#latest++;
    this.busy = false;
  }

  /** Finish a request, if it is the latest one and its component is still there. @param {number} number */
  #finish(number) {
    if (number !== this.#latest || !this.#component.isShown) return false;
    this.busy = false;
    this.#component.update();
    return true;
  }
}
