import { render } from "./html.js";

/**
 * The base of all our elements: say what to show in `view`, call `changed` when it is another.
 *
 *     class Clock extends Piece {
 *       view() { return html`<time>${this.now}</time>`; }
 *     }
 *     customElements.define("fb-clock", Clock);
 */
export class Piece extends HTMLElement {
  /** @type {boolean} */
  #asked = false;
  /** @type {(() => void)[]} */
  #endings = [];

  connectedCallback() {
    this.start();
    this.changed();
  }

  disconnectedCallback() {
    this.#endings.forEach((end) => end());
    this.#endings = [];
  }

  /** What to do when the element comes onto the page. */
  start() {}

  /**
   * What the element shows.
   * @returns {import("./html.js").Result | import("./html.js").Result[]}
   */
  view() {
    return [];
  }

  /** What to do after it was shown. */
  shown() {}

  /** Whether the element is on the page, and the page is not being left. */
  get isShown() {
    return this.isConnected && !this.closest("[inert]");
  }

  /** Show it anew, once for all changes of the moment. */
  changed() {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (!this.isConnected) return;
      render(this.view(), this);
      this.shown();
    });
  }

  /**
   * Do something when the element leaves the page, or at once if it has left while we waited.
   * @param {() => void} ending
   */
  finally(ending) {
    if (this.isConnected) this.#endings.push(ending);
    else ending();
  }

  /**
   * Listen as long as the element is on the page, and the page is not being left.
   * @param {EventTarget} target
   * @param {string} type
   * @param {(event: any) => void} listener
   */
  listen(target, type, listener) {
    /** @param {Event} event */
    const heard = (event) => {
      if (this.isShown) listener(event);
    };
    target.addEventListener(type, heard);
    this.finally(() => target.removeEventListener(type, heard));
  }
}
