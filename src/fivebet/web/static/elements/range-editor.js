import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { CLASSES, COMBOS_OF, classWeights, combosOf, comboText, nothing } from "../lib/range.js";
import { read, write } from "../lib/settings.js";
import { inlineCards } from "./cards.js";
import { problemView } from "./fields.js";

const SAVED = "fivebet.cards.ranges";
const PRESETS = /** @type {[string, string][]} */ ([
  ["Pairs", "22+"],
  ["Suited aces", "A2s+"],
  ["Broadway", "TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"],
  ["Suited connectors", "JTs-54s"],
]);
const HINT = "Drag to paint. With the keyboard: arrows move, space paints, 1 to 9 give 10 to 90 %, 0 clears.";

/**
 * A range editor: 13 × 13 classes to paint with a brush of any weight, single combos of a
 * class, and the text that says the same. Tells `range` with { text } when the server has
 * turned the one into the other, and `pending` with { pending } before and after that.
 */
class RangeEditor extends Piece {
  weights = nothing();
  brush = 1;
  at = 0;
  typed = "";
  /** @type {number | null} what a drag paints */
  #painting = null;
  /** Whether the weights are those of the text, so that they can be painted over. */
  #known = true;
  #asking = new Task(this);
  #told = "";

  /** @param {string} text */
  set text(text) {
    if (text === this.#told) return;
    this.#told = text;
    this.typed = text;
    this.#known = false;
    if (this.isConnected) this.#read(text, false);
  }

  get text() {
    return this.#told;
  }

  start() {
    if (!this.#known) this.#read(this.#told, false);
    this.listen(window, "pointerup", () => this.#endStroke());
    this.listen(window, "pointercancel", () => this.#endStroke());
  }

  /** @param {string} text @param {boolean} tell */
  #read(text, tell) {
    return this.#ask({ text }, tell);
  }

  #write() {
    return this.#ask({ weights: this.weights }, true);
  }

  /** @param {{ text: string } | { weights: number[] }} range @param {boolean} tell */
  async #ask(range, tell) {
    const { typed } = this;
    const asked = this.#asking.refresh(() => post("/ranges", range), (told) => {
      this.weights = told.weights;
      this.#told = told.text;
      if (this.typed === typed) this.typed = told.text; // what was typed meanwhile stays
      this.#known = true;
      if (tell) this.dispatchEvent(new CustomEvent("range", { detail: { text: told.text } }));
    });
    this.#tellPending();
    await asked;
    if (this.#asking.error?.status) this.#known = true; // what is no range can be painted over
    this.#tellPending();
  }

  /** Whether the text does not say yet what is painted. */
  get pending() {
    return this.#asking.busy || this.#painting !== null;
  }

  #tellPending() {
    this.dispatchEvent(new CustomEvent("pending", { detail: { pending: this.pending } }));
  }

  /** What the brush makes of a weight: its own, or nothing where that is there already. @param {number} weight */
  #stroke(weight) {
    return Math.abs(weight - this.brush) < 1e-9 ? 0 : this.brush;
  }

  /** @param {number} at @param {number} weight */
  #paint(at, weight) {
    for (const combo of COMBOS_OF[at]) this.weights[combo] = weight;
    this.changed();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const at = squareOf(event.target);
    if (at < 0 || event.button) return;
    event.preventDefault();
    if (!this.#known) return;
    this.#asking.drop(); // the answer to the last stroke would wipe out this one
    /** @type {HTMLElement} */ (event.target).releasePointerCapture?.(event.pointerId);
    this.#painting = this.#stroke(classWeights(this.weights)[at]);
    this.#tellPending();
    this.#go(at);
    this.#paint(at, this.#painting);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.#painting === null) return;
    const at = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (at >= 0 && at !== this.at) {
      this.at = at;
      this.#paint(at, this.#painting);
    }
  }

  #endStroke() {
    if (this.#painting === null) return;
    this.#painting = null;
    this.#write();
  }

  /** @param {number} at */
  #go(at) {
    this.at = at;
    this.changed();
    queueMicrotask(() => /** @type {HTMLElement | null} */ (this.querySelector(`[data-at="${at}"]`))?.focus({ preventScroll: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 });
    const step = steps[event.key];
    const paints = /^[ 0-9]$|^Enter$/.test(event.key) && !event.ctrlKey && !event.metaKey;
    if (paints && !this.#known) {
      event.preventDefault();
      return;
    }
    if (step !== undefined) {
      const [row, column] = [Math.floor(this.at / 13), this.at % 13];
      const fits = Math.abs(step) === 1 ? column + step >= 0 && column + step < 13 : row + step / 13 >= 0 && row + step / 13 < 13;
      if (fits) this.#go(this.at + step);
    } else if (paints && !/[0-9]/.test(event.key)) {
      this.#paint(this.at, this.#stroke(classWeights(this.weights)[this.at]));
      this.#write();
    } else if (paints) {
      this.#paint(this.at, Number(event.key) / 10);
      this.#write();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {number} combo */
  #toggle(combo) {
    this.weights[combo] = this.#stroke(this.weights[combo]);
    this.changed();
    this.#write();
  }

  /** @param {string} text */
  #set(text) {
    this.typed = text;
    this.#read(text, true);
  }

  #save() {
    const name = /** @type {HTMLInputElement} */ (this.querySelector("[data-name]")).value.trim();
    if (!name || !this.#told || this.pending) return;
    write(SAVED, { ...read(SAVED), [name]: this.#told });
    this.changed();
  }

  /** @param {string} name */
  #forget(name) {
    const saved = { ...read(SAVED) };
    delete saved[name];
    write(SAVED, saved);
    this.changed();
  }

  view() {
    const means = classWeights(this.weights);
    const combos = combosOf(this.weights);
    const saved = Object.entries(/** @type {Record<string, string>} */ (read(SAVED) ?? {}));
    return html`<div class="range-editor">
      <div class="paintable class-grid" role="grid" aria-busy=${String(!this.#known)} aria-label=${`Range. ${HINT}`} @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event)} @pointermove=${(/** @type {PointerEvent} */ event) => this.#drag(event)} @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}>
        ${Array.from({ length: 13 }, (_, row) => html`<div role="row" class="grid-row">${Array.from({ length: 13 }, (_, column) => {
          const at = 13 * row + column;
          const kind = row === column ? "pair" : row < column ? "suited" : "offsuit";
          return html`<div role="gridcell" class=${`square ${kind}`} data-at=${at} tabindex=${at === this.at ? 0 : -1} aria-selected=${String(means[at] > 0)} aria-label=${`${CLASSES[at]}, ${Math.round(100 * means[at])} %`} style=${{ "--share": means[at].toFixed(4) }}><b>${CLASSES[at]}</b>${means[at] > 0 && means[at] < 0.995 ? html`<small data-text=${Math.round(100 * means[at])}></small>` : null}</div>`;
        })}</div>`)}
      </div>
      <div class="range-side">
        <p class="range-sum"><b>${Number(combos.toFixed(2)).toLocaleString("en")}</b> combos <span class="muted">${((100 * combos) / 1326).toFixed(1)} % of all hands</span></p>
        <label class="field"><span>Range as text</span><textarea rows="3" spellcheck="false" autocapitalize="off" .value=${this.typed} @input=${(/** @type {Event} */ event) => (this.typed = /** @type {HTMLTextAreaElement} */ (event.target).value)} @change=${() => this.#set(this.typed)}></textarea></label>
        ${problemView(this.#asking.problem)}
        <label class="field"><span>Brush: ${Math.round(100 * this.brush)} %</span><input type="range" min="5" max="100" step="5" .value=${String(Math.round(100 * this.brush))} @input=${(/** @type {Event} */ event) => {
          this.brush = Number(/** @type {HTMLInputElement} */ (event.target).value) / 100;
          this.changed();
        }}></label>
        <label class="field"><span>Best hands</span><input type="range" min="0" max="100" step="1" aria-label="The best so many percent of all hands" .value=${String(Math.round((100 * combos) / 1326))} @change=${(/** @type {Event} */ event) => this.#set(`${/** @type {HTMLInputElement} */ (event.target).value}%`)}></label>
        <div class="chips-row">${PRESETS.map(([name, text]) => html`<button type="button" class="chip" ?disabled=${this.pending} @click=${() => this.#set([this.#told, text].filter(Boolean).join(", "))}>+ ${name}</button>`)}
          <button type="button" class="chip" @click=${() => this.#set("random")}>All</button><button type="button" class="chip" @click=${() => this.#set("")}>Clear</button></div>
        <section class="suits" aria-label=${`Combos of ${CLASSES[this.at]}`}><h3>${CLASSES[this.at]} <span class="muted small">single combos</span></h3><div class="chips-row">
          ${COMBOS_OF[this.at].map((combo) => html`<button type="button" class="chip combo" ?disabled=${!this.#known} aria-pressed=${String(this.weights[combo] > 0)} title=${`${Math.round(100 * this.weights[combo])} %`} style=${{ "--share": this.weights[combo].toFixed(3) }} @click=${() => this.#toggle(combo)}>${inlineCards(comboText(combo).match(/../g) ?? [])}</button>`)}</div></section>
        <details class="saved"><summary>Saved ranges <span class="muted">${saved.length || ""}</span></summary>
          <form class="row" @submit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            this.#save();
          }}><input type="text" data-name="" aria-label="Name of this range" placeholder="Name, like button open" maxlength="60"><button class="button" ?disabled=${this.pending}>Save</button></form>
          <ul>${saved.map(([name, text]) => html`<li><button type="button" class="link" @click=${() => this.#set(text)}>${name}</button><button type="button" class="link muted" aria-label=${`Forget ${name}`} @click=${() => this.#forget(name)}>forget</button></li>`)}</ul>
        </details>
        <p class="muted small">${HINT}</p>
      </div>
    </div>`;
  }
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const square = target instanceof Element ? target.closest("[data-at]") : null;
  return square ? Number(square.getAttribute("data-at")) : -1;
}

customElements.define("fb-range", RangeEditor);
