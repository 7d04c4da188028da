import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { classWeights, nothing } from "../lib/range.js";
import { thumbnail } from "./grid.js";
import { problemView } from "./fields.js";
import "./range-editor.js";

/** A range as one line with a thumbnail, and the editor behind it. Tells `range` with { text }, and `pending` as the editor does. */
class RangeField extends Piece {
  label = "Range";
  weights = nothing();
  share = 0;
  opened = false;
  pending = false;
  #text = "";
  #reading = new Task(this);

  /** @param {string} text */
  set text(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#read();
  }

  get text() {
    return this.#text;
  }

  #read() {
    const text = this.#text;
    this.#reading.refresh(() => post("/ranges", { text }), (told) => {
      this.weights = told.weights;
      this.share = told.share;
    });
  }

  /** @param {boolean} pending */
  #wait(pending) {
    this.pending = pending;
    this.changed();
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
    this.changed();
    queueMicrotask(() => {
      const dialog = /** @type {HTMLDialogElement | null} */ (this.querySelector("dialog"));
      if (open) dialog?.showModal();
      else dialog?.close();
    });
  }

  view() {
    return html`<div class="range-field">
      <button type="button" class="range-thumb" aria-label=${`Edit ${this.label}`} @click=${() => this.#open(true)}>${thumbnail(classWeights(this.weights), `${this.label}, ${(100 * this.share).toFixed(1)} % of all hands`)}</button>
      <label class="field"><span>${this.label} <span class="muted">${(100 * this.share).toFixed(1)} %</span></span><input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="AhKh, QQ+, 15%, random" .value=${this.#text} @change=${(/** @type {Event} */ event) => this.#change(/** @type {HTMLInputElement} */ (event.target).value)}></label>
      ${problemView(this.#reading.problem)}
      <dialog class="range-dialog" aria-label=${`Edit ${this.label}`} @close=${() => this.#open(false)}>
        ${this.opened || this.pending ? html`<div class="inside"><div class="row between"><h2>${this.label}</h2><button type="button" class="button primary" @click=${() => this.#open(false)}>Done</button></div>
          <fb-range .text=${this.#text} @range=${(/** @type {CustomEvent} */ event) => this.#change(event.detail.text)} @pending=${(/** @type {CustomEvent} */ event) => this.#wait(event.detail.pending)}></fb-range></div>` : null}
      </dialog>
    </div>`;
  }
}

customElements.define("fb-range-field", RangeField);
