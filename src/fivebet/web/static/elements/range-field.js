import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { formatPercent } from "../lib/format.js";
import { classWeights, emptyRange } from "../lib/range.js";
import { Task } from "../lib/task.js";
import { problemView, valueOf } from "./fields.js";
import { thumbnail } from "./grid.js";
import "./range-editor.js";

/**
 * A range as a line of text with a thumbnail, and the editor behind it. It dispatches `range`
 * with { text }, and `pending` as the editor does.
 */
class RangeField extends Component {
  label = "Range";
  weights = emptyRange();
  share = 0;
  opened = false;
  pending = false;
  #text = "";
  #reading = new Task(this);

  /** @param {string} text */
  set text(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#reading.refresh(() => post("/ranges", { text }), ({ weights, share }) => {
      this.weights = weights;
      this.share = share;
    });
  }

  get text() {
    return this.#text;
  }

  /** @param {boolean} pending */
  #wait(pending) {
    this.pending = pending;
    this.update();
    this.dispatchEvent(new CustomEvent("pending", { detail: { pending } }));
  }

  /** @param {string} text */
  #change(text) {
    this.text = text;
    this.dispatchEvent(new CustomEvent("range", { detail: { text } }));
  }

  /** @param {boolean} open */
  #open(open) {
    this.opened = open;
    this.update();
    queueMicrotask(() => {
      const dialog = this.querySelector("dialog");
      if (open) dialog?.showModal();
      else dialog?.close();
    });
  }

  view() {
    const { label } = this;
    const share = formatPercent(this.share, 1);
    return html`<div class="range-field">
      <button type="button" class="range-thumb" aria-label=${`Edit ${label}`} @click=${() => this.#open(true)}>
        ${thumbnail(classWeights(this.weights), `${label}, ${share} of all hands`)}
      </button>
      <label class="field">
        <span>${label} <span class="muted">${share}</span></span>
        <input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="AhKh, QQ+, 15%, random"
          .value=${this.#text} @change=${(/** @type {Event} */ event) => this.#change(valueOf(event))}>
      </label>
      ${problemView(this.#reading.problem)}
      <dialog class="range-dialog" aria-label=${`Edit ${label}`} @close=${() => this.#open(false)}>
        ${this.opened || this.pending ? this.#editorView() : null}
      </dialog>
    </div>`;
  }

  #editorView() {
    return html`<div class="inside">
      <div class="row between">
        <h2>${this.label}</h2>
        <button type="button" class="button primary" @click=${() => this.#open(false)}>Done</button>
      </div>
      <fb-range .text=${this.#text} @range=${(/** @type {CustomEvent} */ event) => this.#change(event.detail.text)}
        @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event.detail.pending)}></fb-range>
    </div>`;
  }
}

customElements.define("fb-range-field", RangeField);
