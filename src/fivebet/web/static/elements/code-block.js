import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { copy } from "../lib/clipboard.js";
import { Task } from "../lib/task.js";
import { problemView } from "./fields.js";

/** A text that is to be copied as it is, with a button that does so. */
export class CodeBlock extends Component {
  label = "";
  #text = "";
  #copied = "";
  #copying = new Task(this);

  set text(/** @type {string} */ text) {
    this.#text = text;
    this.update();
  }

  #copy() {
    const text = this.#text;
    this.#copying.run(() => copy(text), () => {
      this.#copied = text;
    });
  }

  view() {
    const isCopied = this.#copied === this.#text;
    return html`<div class="row between code-head">
        <h3>${this.label}</h3>
        <button type="button" class="button quiet" aria-label=${`Copy: ${this.label}`} @click=${() => this.#copy()}>${isCopied ? "Copied" : "Copy"}</button>
      </div>
      <pre class="code" tabindex="0" role="region" aria-label=${this.label}><code>${this.#text}</code></pre>
      ${problemView(this.#copying.problem)}`;
  }
}

customElements.define("fb-code", CodeBlock);

/**
 * Show how something is done from a terminal and from Python; folded away where few want to know.
 * @param {import("../lib/repetition.js").Repetition} repetition
 * @param {boolean} [isOpen]
 */
export function repetitionView({ command, python }, isOpen = false) {
  return html`<details class="card below stack repetition" ?open=${isOpen}>
    <summary><h2>The same without this page</h2></summary>
    <fb-code .label=${"From a terminal"} .text=${command}></fb-code>
    ${python ? html`<fb-code .label=${"From Python"} .text=${python}></fb-code>` : null}
  </details>`;
}
