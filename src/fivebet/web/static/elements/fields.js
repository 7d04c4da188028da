import { html } from "../lib/html.js";

/** @typedef {import("../lib/html.js").Result} Result */

/**
 * A few choices side by side.
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: any) => void} pick
 */
export function segments(label, value, options, pick) {
  return html`<div class="choice"><span class="label">${label}</span><div class="segments" role="group" aria-label=${label}>
    ${options.map(([key, text]) => html`<button type="button" aria-pressed=${String(value === key)} @click=${() => pick(key)}>${text}</button>`)}</div></div>`;
}

/**
 * A line of text.
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {{ hint?: string, mode?: string, placeholder?: string, live?: boolean }} [how]
 */
export function textField(label, value, change, { hint = "", mode = "text", placeholder = "", live = false } = {}) {
  /** @param {Event} event */
  const take = (event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<label class="field"><span>${label}</span><input type="text" inputmode=${mode} placeholder=${placeholder} autocomplete="off" autocapitalize="off" spellcheck="false" .value=${value} @change=${take} @input=${live ? take : null}>${hint ? html`<small>${hint}</small>` : null}</label>`;
}

/**
 * A number.
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} change
 * @param {{ min?: number, max?: number, step?: number }} [how]
 */
export function numberField(label, value, change, { min = 0, max = 1e9, step = 1 } = {}) {
  /** @param {Event} event */
  const take = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
    else input.value = String(value);
  };
  return html`<label class="field"><span>${label}</span><input type="number" min=${min} max=${max} step=${step} .value=${String(value)} @change=${take}></label>`;
}

/**
 * One of many.
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: any) => void} pick
 */
export function selectField(label, value, options, pick) {
  return html`<label class="field"><span>${label}</span><select @change=${(/** @type {Event} */ event) => pick(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${options.map(([key, text]) => html`<option value=${key} .selected=${key === value}>${text}</option>`)}</select></label>`;
}

/**
 * What went wrong, and a button to try it again where that helps.
 * @param {string} message
 * @param {() => void} [retry]
 */
export function problemView(message, retry) {
  if (!message) return null;
  const alert = html`<p class="notice bad" role="alert">${message}</p>`;
  return retry ? html`${alert}<p><button type="button" class="button" @click=${retry}>Try again</button></p>` : alert;
}

/**
 * How far something is.
 * @param {number} part
 * @param {string} label
 */
export function progressView(part, label) {
  const percent = Math.round(100 * part);
  return html`<div class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}><span style=${{ "--part": String(part) }}></span></div>`;
}

const STATUS = /** @type {Record<string, [string, string]>} */ ({
  waiting: ["waiting", "warn"],
  working: ["running", "accent"],
  finished: ["finished", ""],
  stopped: ["stopped", "warn"],
  failed: ["failed", "bad"],
});

/** @param {string} status */
export function statusTag(status) {
  const [text, kind] = STATUS[status] ?? [status, ""];
  return html`<span class=${`tag ${kind}`}>${status === "working" ? html`<i class="pulse" aria-hidden="true"></i>` : null}${text}</span>`;
}

/**
 * A page that has nothing to show yet, or finds nothing.
 * @param {string} what
 * @param {string} problem
 * @param {string} back
 */
export function lookupView(what, problem, back) {
  return problem
    ? html`<section class="empty"><h1>No such ${what.toLowerCase()}</h1><p role="alert">${problem}</p><p><a class="button" href=${back}>Back to all</a></p></section>`
    : html`<h1 class="unseen">${what}</h1><p class="muted">Looking it up…</p>`;
}
