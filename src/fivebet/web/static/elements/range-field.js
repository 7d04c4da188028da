import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { sentence } from "../lib/jobs.js";
import { classWeights, nothing } from "../lib/range.js";
import { thumbnail } from "./grid.js";
import { problemView } from "./fields.js";
import "./range-editor.js";

/** A range as one line with a thumbnail, and the editor behind it. Tells `range` with { text }. */
class RangeField extends Piece {
  label = "Range";
  problem = "";
  weights = nothing();
  share = 0;
  opened = false;
  #text = "";
  #asked = 0;

  /** @param {string} text */
  set text(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#read();
  }

  get text() {
    return this.#text;
  }

  async #read() {
    const asked = ++this.#asked;
    try {
      const told = await post("/ranges", { text: this.#text });
      if (asked !== this.#asked) return;
      this.weights = told.weights;
      this.share = told.share;
      this.problem = "";
    } catch (error) {
      if (asked === this.#asked) this.problem = sentence(error);
    }
    this.changed();
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
      ${problemView(this.problem)}
      <dialog class="range-dialog" aria-label=${`Edit ${this.label}`} @close=${() => this.#open(false)}>
        ${this.opened ? html`<div class="inside"><div class="row between"><h2>${this.label}</h2><button type="button" class="button primary" @click=${() => this.#open(false)}>Done</button></div>
          <fb-range .text=${this.#text} @range=${(/** @type {CustomEvent} */ event) => this.#change(event.detail.text)}></fb-range></div>` : null}
      </dialog>
    </div>`;
  }
}

customElements.define("fb-range-field", RangeField);
