import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { copy } from "../lib/clipboard.js";
import { Task } from "../lib/task.js";
import { problemView } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/range-editor.js";

/** The range editor; the address holds the range. */
export default class Ranges extends Piece {
  text = new URLSearchParams(location.search).get("range") ?? "22+, A2s+, KTs+, QTs+, JTs, T9s:0.5, AJo+, KQo";
  copied = false;
  pending = false;
  #copying = new Task(this);

  /** @param {string} text */
  #take(text) {
    this.text = text;
    this.copied = false;
    this.#copying.error = null;
    history.replaceState(null, "", `/study/ranges?range=${encodeURIComponent(text)}`);
    this.changed();
  }

  #copy() {
    this.#copying.run(() => copy(this.text), () => {
      this.copied = true;
    });
  }

  view() {
    return html`
      <header class="head"><div><h1>Ranges</h1><p>The hands a player may hold, each with a weight.</p></div>
        <p class="row"><button class="button" ?disabled=${this.pending} @click=${() => this.#copy()}>${this.copied ? "Copied" : "Copy text"}</button><a class="button" aria-disabled=${this.pending ? "true" : null} href=${this.pending ? null : `/study/equity?players=${encodeURIComponent(this.text)}|random`}>Its equity</a></p></header>
      ${studyNav()}
      ${problemView(this.#copying.problem)}
      <section class="card"><fb-range .text=${this.text} @range=${(/** @type {CustomEvent} */ event) => this.#take(event.detail.text)} @pending=${(/** @type {CustomEvent} */ event) => {
        this.pending = event.detail.pending;
        this.changed();
      }}></fb-range></section>
    `;
  }
}
