import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { formatMemory, formatSeconds } from "../lib/spots.js";
import { Task } from "../lib/task.js";

const PAUSE = 300; // milliseconds without a change before the server is asked

/** What memory and time a solve will take, before it starts. */
class SolvePreview extends Component {
  /** @type {Api.PreviewResponse | null} */
  preview = null;
  #asked = "";
  #timer = 0;
  #asking = new Task(this);

  /** What would be sent to solve. @param {import("../lib/spots.js").Request} request */
  set request(request) {
    const text = JSON.stringify(request);
    if (text === this.#asked) return;
    this.#asked = text;
    clearTimeout(this.#timer);
    this.#asking.drop();
    this.#timer = setTimeout(() => this.#ask(request), this.preview ? PAUSE : 0);
    this.update();
  }

  /** @param {import("../lib/spots.js").Request} request */
  #ask(request) {
    this.#asking.run(() => post("/solutions/preview", request), (preview) => {
      this.preview = preview;
    });
  }

  view() {
    const { preview } = this;
    const { problem } = this.#asking;
    if (problem) return html`<p class="preview" role="status">${problem}</p>`;
    if (!preview) return html`<p class="preview muted" role="status">Counting the nodes…</p>`;
    return html`<p class=${isTooBig(preview) ? "preview warn" : "preview"} role="status">${previewText(preview)}</p>`;
  }
}

/** @param {Api.PreviewResponse} preview */
function isTooBig({ memory_mb: memory, most_memory_mb: most }) {
  return memory > most;
}

/** @param {Api.PreviewResponse} preview */
function previewText(preview) {
  const { memory_mb: memory, most_memory_mb: most, seconds, iterations, nodes, exploitability_pct: reached } = preview;
  const size = html`<b>${formatMemory(memory)}</b> for ${nodes.toLocaleString("en")} nodes`;
  if (isTooBig(preview)) return html`${size}: more than the ${formatMemory(most)} that a solve may take. Offer fewer sizes.`;
  if (!iterations) return html`Solved before${reached === null ? "" : `, to ${reached.toPrecision(2)} % of the pot`}: it opens at once.`;
  return html`${size}, <b>${formatSeconds(seconds)}</b>${reached === null ? "" : ", going on from what was solved before"}`;
}

customElements.define("fb-solve-preview", SolvePreview);
