import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { CLASSES, COMBOS_OF, classWeights, comboText, countCombos, emptyRange } from "../lib/range.js";
import { read, write } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { inlineCards, splitCards } from "./cards.js";
import { problemView, valueOf } from "./fields.js";

const SAVED = "fivebet.ranges";
const PRESETS = /** @type {[string, string][]} */ ([
  ["Pairs", "22+"],
  ["Suited aces", "A2s+"],
  ["Broadway", "TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"],
  ["Suited connectors", "JTs-54s"],
]);
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 });
const HINT = "Drag to paint. With the keyboard: arrows move, space paints, 1 to 9 give 10 to 90 %, 0 clears.";

/**
 * A range editor: 13 × 13 classes to paint with a brush of any weight, the single combos of a
 * class, and the text that says the same. It dispatches `range` with { text } when the server
 * has turned one into the other, and `pending` with { pending } before and after that.
 */
class RangeEditor extends Component {
  weights = emptyRange();
  brush = 1;
  at = 0;
  typed = "";
  /** The weight that a drag paints. @type {number | null} */
  #painting = null;
  /** Whether the weights are those of the text, so that they can be painted over. */
  #isKnown = true;
  #converting = new Task(this);
  #text = "";

  /** @param {string} text */
  set text(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.typed = text;
    this.#isKnown = false;
    if (this.isConnected) this.#convert({ text }, false);
  }

  get text() {
    return this.#text;
  }

  start() {
    if (!this.#isKnown) this.#convert({ text: this.#text }, false);
    this.listen(window, "pointerup", () => this.#endStroke());
    this.listen(window, "pointercancel", () => this.#endStroke());
  }

  /** Turn a text into weights, or weights into a text. @param {{ text: string } | { weights: number[] }} range @param {boolean} isNew */
  async #convert(range, isNew) {
    const { typed } = this;
    const converted = this.#converting.refresh(() => post("/ranges", range), ({ weights, text }) => {
      this.weights = weights;
      this.#text = text;
      if (this.typed === typed) this.typed = text; // what was typed meanwhile stays
      this.#isKnown = true;
      if (isNew) this.dispatchEvent(new CustomEvent("range", { detail: { text } }));
    });
    this.#announce();
    await converted;
    if (this.#converting.error?.status) this.#isKnown = true; // what is no range can be painted over
    this.#announce();
  }

  /** Whether the text does not say yet what is painted. */
  get pending() {
    return this.#converting.busy || this.#painting !== null;
  }

  #announce() {
    this.dispatchEvent(new CustomEvent("pending", { detail: { pending: this.pending } }));
  }

  /** Return what the brush makes of a weight: its own, or nothing where that is there already. @param {number} weight */
  #stroke(weight) {
    return Math.abs(weight - this.brush) < 1e-9 ? 0 : this.brush;
  }

  /** @param {number} at @param {number} weight */
  #paint(at, weight) {
    for (const combo of COMBOS_OF[at]) this.weights[combo] = weight;
    this.update();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const at = squareOf(event.target);
    if (at < 0 || event.button) return;
    event.preventDefault();
    if (!this.#isKnown) return;
    this.#converting.drop(); // the answer to the last stroke would wipe out this one
    /** @type {HTMLElement} */ (event.target).releasePointerCapture?.(event.pointerId);
    this.#painting = this.#stroke(classWeights(this.weights)[at]);
    this.#announce();
    this.#go(at);
    this.#paint(at, this.#painting);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.#painting === null) return;
    const at = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (at < 0 || at === this.at) return;
    this.at = at;
    this.#paint(at, this.#painting);
  }

  #endStroke() {
    if (this.#painting === null) return;
    this.#painting = null;
    this.#convert({ weights: this.weights }, true);
  }

  /** @param {number} at */
  #go(at) {
    this.at = at;
    this.update();
    queueMicrotask(() => /** @type {HTMLElement | null} */ (this.querySelector(`[data-at="${at}"]`))?.focus({ preventScroll: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key in STEPS) this.#move(STEPS[key]);
    else if (/^([ 0-9]|Enter)$/.test(key)) this.#paintHere(/[0-9]/.test(key) ? Number(key) / 10 : null);
    else return;
    event.preventDefault();
  }

  /** @param {number} step */
  #move(step) {
    const [row, column] = [Math.floor(this.at / 13), this.at % 13];
    const next = Math.abs(step) === 1 ? column + step : row + step / 13;
    if (next >= 0 && next < 13) this.#go(this.at + step);
  }

  /** Paint the square that has the focus, by default with the brush. @param {number | null} weight */
  #paintHere(weight) {
    if (!this.#isKnown) return;
    this.#paint(this.at, weight ?? this.#stroke(classWeights(this.weights)[this.at]));
    this.#convert({ weights: this.weights }, true);
  }

  /** @param {number} combo */
  #toggle(combo) {
    this.weights[combo] = this.#stroke(this.weights[combo]);
    this.#convert({ weights: this.weights }, true);
  }

  /** @param {string} text */
  #set(text) {
    this.typed = text;
    this.#convert({ text }, true);
  }

  /** @param {Event} event */
  #save(event) {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (this.querySelector("[data-name]")).value.trim();
    if (!name || !this.#text || this.pending) return;
    write(SAVED, { ...read(SAVED), [name]: this.#text });
    this.update();
  }

  /** @param {string} name */
  #delete(name) {
    const { [name]: _, ...others } = read(SAVED);
    write(SAVED, others);
    this.update();
  }

  view() {
    return html`<div class="range-editor">
      ${this.#gridView()}
      <div class="range-side">
        ${this.#toolsView()}
        ${this.#combosView()}
        ${this.#savedView()}
        <p class="muted small">${HINT}</p>
      </div>
    </div>`;
  }

  #gridView() {
    const means = classWeights(this.weights);
    return html`<div class="paintable class-grid" role="grid" aria-busy=${String(!this.#isKnown)} aria-label=${`Range. ${HINT}`}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.#press(event)}
      @pointermove=${(/** @type {PointerEvent} */ event) => this.#drag(event)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}>
      ${Array.from(
        { length: 13 },
        (_, row) => html`<div role="row" class="grid-row">
          ${Array.from({ length: 13 }, (_, column) => this.#squareView(row, column, means[13 * row + column]))}
        </div>`,
      )}
    </div>`;
  }

  /** @param {number} row @param {number} column @param {number} weight */
  #squareView(row, column, weight) {
    const at = 13 * row + column;
    const kind = row === column ? "pair" : row < column ? "suited" : "offsuit";
    const percent = Math.round(100 * weight);
    return html`<div role="gridcell" class=${`square ${kind}`} data-at=${at} tabindex=${at === this.at ? 0 : -1}
      aria-selected=${String(weight > 0)} aria-label=${`${CLASSES[at]}, ${percent} %`} style=${{ "--share": weight.toFixed(4) }}>
      <b>${CLASSES[at]}</b>
      ${weight > 0 && weight < 0.995 ? html`<small data-text=${percent}></small>` : null}
    </div>`;
  }

  #toolsView() {
    const combos = countCombos(this.weights);
    const share = (100 * combos) / 1326;
    const type = (/** @type {Event} */ event) => (this.typed = valueOf(event));
    const brush = (/** @type {Event} */ event) => {
      this.brush = Number(valueOf(event)) / 100;
      this.update();
    };
    return html`
      <p class="range-sum">
        <b>${Number(combos.toFixed(2)).toLocaleString("en")}</b> combos <span class="muted">${share.toFixed(1)} % of all hands</span>
      </p>
      <label class="field">
        <span>Range as text</span>
        <textarea rows="3" spellcheck="false" autocapitalize="off" .value=${this.typed} @input=${type}
          @change=${() => this.#set(this.typed)}></textarea>
      </label>
      ${problemView(this.#converting.problem)}
      <label class="field">
        <span>Brush: ${Math.round(100 * this.brush)} %</span>
        <input type="range" min="5" max="100" step="5" .value=${String(Math.round(100 * this.brush))} @input=${brush}>
      </label>
      <label class="field">
        <span>Top hands</span>
        <input type="range" min="0" max="100" step="1" aria-label="Top hands, percent of all hands" .value=${String(Math.round(share))}
          @change=${(/** @type {Event} */ event) => this.#set(`${valueOf(event)}%`)}>
      </label>
      <div class="chips-row">
        ${PRESETS.map(([name, text]) => {
          const add = () => this.#set([this.#text, text].filter(Boolean).join(", "));
          return html`<button type="button" class="chip" ?disabled=${this.pending} @click=${add}>+ ${name}</button>`;
        })}
        <button type="button" class="chip" @click=${() => this.#set("random")}>All</button>
        <button type="button" class="chip" @click=${() => this.#set("")}>Clear</button>
      </div>
    `;
  }

  #combosView() {
    const name = CLASSES[this.at];
    return html`<section class="suits" aria-label=${`Combos of ${name}`}>
      <h3>${name} <span class="muted small">single combos</span></h3>
      <div class="chips-row">
        ${COMBOS_OF[this.at].map((combo) => {
          const weight = this.weights[combo];
          return html`<button type="button" class="chip combo" ?disabled=${!this.#isKnown} aria-pressed=${String(weight > 0)}
            title=${`${Math.round(100 * weight)} %`} style=${{ "--share": weight.toFixed(3) }} @click=${() => this.#toggle(combo)}>
            ${inlineCards(splitCards(comboText(combo)))}
          </button>`;
        })}
      </div>
    </section>`;
  }

  #savedView() {
    const saved = Object.entries(/** @type {Record<string, string>} */ (read(SAVED) ?? {}));
    return html`<details class="saved">
      <summary>Saved ranges <span class="muted">${saved.length || ""}</span></summary>
      <form class="row" @submit=${(/** @type {Event} */ event) => this.#save(event)}>
        <input type="text" data-name="" aria-label="Name of this range" placeholder="Name, such as button open" maxlength="60">
        <button class="button" ?disabled=${this.pending}>Save</button>
      </form>
      <ul>
        ${saved.map(
          ([name, text]) => html`<li>
            <button type="button" class="link" @click=${() => this.#set(text)}>${name}</button>
            <button type="button" class="link muted" aria-label=${`Delete ${name}`} @click=${() => this.#delete(name)}>delete</button>
          </li>`,
        )}
      </ul>
    </details>`;
  }
}

/** Return the square that an event comes from, or -1. @param {EventTarget | null} target */
function squareOf(target) {
  const square = target instanceof Element ? target.closest("[data-at]") : null;
  return square ? Number(square.getAttribute("data-at")) : -1;
}

customElements.define("fb-range", RangeEditor);
