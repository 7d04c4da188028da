import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { copy } from "../lib/clipboard.js";
import { rangeRepetition } from "../lib/repetition.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/range-editor.js";

const EXAMPLE = "22+, A2s+, KTs+, QTs+, JTs, T9s:0.5, AJo+, KQo";

/** The range editor; the address holds the range. */
export default class Ranges extends Component {
  text = new URLSearchParams(location.search).get("range") ?? EXAMPLE;
  copied = false;
  pending = false;
  #copying = new Task(this);

  /** @param {string} text */
  #set(text) {
    this.text = text;
    this.copied = false;
    this.#copying.error = null;
    history.replaceState(null, "", `/study/ranges?range=${encodeURIComponent(text)}`);
    this.update();
  }

  /** @param {boolean} pending */
  #wait(pending) {
    this.pending = pending;
    this.update();
  }

  #copy() {
    this.#copying.run(() => copy(this.text), () => {
      this.copied = true;
    });
  }

  view() {
    const { pending } = this;
    const equity = pending ? null : `/study/equity?players=${encodeURIComponent(this.text)}|random`;
    const actions = html`<p class="row">
      <button class="button" ?disabled=${pending} @click=${() => this.#copy()}>${this.copied ? "Copied" : "Copy text"}</button>
      <a class="button" aria-disabled=${pending ? "true" : null} href=${equity}>Show equity</a>
    </p>`;
    return html`
      ${headView("Ranges", "The hands a player may hold, each with a weight.", actions)}
      ${studyNav()}
      ${problemView(this.#copying.problem)}
      <section class="card">
        <fb-range .text=${this.text} @range=${(/** @type {CustomEvent} */ event) => this.#set(event.detail.text)}
          @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event.detail.pending)}></fb-range>
      </section>
      ${repetitionView(rangeRepetition(this.text))}
    `;
  }
}
