import { html } from "../lib/html.js";
import { copy } from "../lib/clipboard.js";
import { invitationLinks, openLink } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { problemView } from "./fields.js";

const EVERYBODY = "Everybody";

/** The friends who have not come to a table yet, with their links if they were invited from here. */
export class Invitations {
  /** Whose link was copied last. */
  #copied = "";
  #copying;

  /** @param {import("../lib/component.js").Component} component */
  constructor(component) {
    this.#copying = new Task(component);
  }

  /**
   * @param {number} table
   * @param {string[]} expected the names of who has not come yet
   * @param {boolean} dealt whether a hand was dealt already
   * @param {(() => void) | null} start begins without waiting, for those who sit here
   */
  view(table, expected, dealt, start) {
    const links = invitationLinks(table);
    const open = openLink(table);
    const then = dealt ? "Empty seats fold." : "The first hand is dealt when everyone is here.";
    return html`<section class="inner expected" aria-label="Invitations">
      ${problemView(this.#copying.problem)}
      <p>${`${expected.join(", ")} ${expected.length > 1 ? "have" : "has"} not come yet. ${then}`}</p>
      ${open ? this.#linkView(EVERYBODY, open) : null}
      ${expected.filter((name) => links.has(name)).map((name) => this.#linkView(name, links.get(name) ?? ""))}
      ${dealt || !start ? null : html`<p class="pre"><button class="button" @click=${start}>Start without waiting</button></p>`}
    </section>`;
  }

  /** @param {string} name @param {string} link */
  #linkView(name, link) {
    const select = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select();
    return html`<p class="invitation-link">
      <label><span>${name === EVERYBODY ? "One link for all" : `${name}'s link`}</span><input type="text" readonly .value=${link} @focus=${select}></label>
      <button class="button" @click=${() => this.#copy(name, link)}>${this.#copied === name ? "Copied" : "Copy"}</button>
    </p>`;
  }

  /** @param {string} name @param {string} link */
  #copy(name, link) {
    this.#copying.run(() => copy(link), () => {
      this.#copied = name;
    });
  }
}
