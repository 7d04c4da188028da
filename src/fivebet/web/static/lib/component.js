import { formatError } from "./format.js";
import { html, render } from "./html.js";

/**
 * The base class of our elements: say what to show in `view`, and call `update` when that
 * has changed.
 *
 *     class Clock extends Component {
 *       view() { return html`<time>${this.now}</time>`; }
 *     }
 *     customElements.define("fb-clock", Clock);
 */
export class Component extends HTMLElement {
  #isWaiting = false;
  /** @type {(() => void)[]} */
  #cleanups = [];

  connectedCallback() {
    try {
      this.start();
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.update();
  }

  disconnectedCallback() {
    this.#cleanups.forEach((cleanup) => cleanup());
    this.#cleanups = [];
  }

  /** Called when the element comes onto the page. */
  start() {}

  /**
   * Return what the element shows.
   * @returns {import("./html.js").Template | import("./html.js").Template[]}
   */
  view() {
    return [];
  }

  /** Whether the element is on the page, and the page is not being left. */
  get isShown() {
    return this.isConnected && !this.closest("[inert]");
  }

  /** Render the element soon, once for all changes of the moment. */
  update() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (!this.isConnected) return;
      try {
        render(this.view(), this);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Show what went wrong in place of what cannot be shown any more. @param {unknown} error */
  #fail(error) {
    render(html`<p class="notice bad" role="alert">This cannot be shown. ${formatError(error)}</p>`, this);
    reportError(error);
  }

  /**
   * Call a function when the element leaves the page, or at once if it has left already.
   * @param {() => void} cleanup
   */
  onLeave(cleanup) {
    if (this.isConnected) this.#cleanups.push(cleanup);
    else cleanup();
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
    this.onLeave(() => target.removeEventListener(type, heard));
  }

  /**
   * Call a function again and again as long as the element is on the page.
   * @param {number} milliseconds
   * @param {() => void} call
   */
  every(milliseconds, call) {
    const timer = setInterval(call, milliseconds);
    this.onLeave(() => clearInterval(timer));
  }
}
