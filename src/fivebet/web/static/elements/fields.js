import { html } from "../lib/html.js";

/** Return the value of the field that an event comes from. @param {Event} event */
export function valueOf(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (event.target).value;
}

/** Tell whether the checkbox that an event comes from is checked. @param {Event} event */
export function isChecked(event) {
  return /** @type {HTMLInputElement} */ (event.target).checked;
}

/**
 * Show a few choices side by side.
 * @template {string} Key
 * @param {string} label
 * @param {string} value
 * @param {[Key, string][]} options
 * @param {(value: Key) => void} pick
 */
export function segments(label, value, options, pick) {
  return html`<div class="choice">
    <span class="label">${label}</span>
    <div class="segments" role="group" aria-label=${label}>
      ${options.map(
        ([key, text]) => html`<button type="button" aria-pressed=${String(value === key)} @click=${() => pick(key)}>${text}</button>`,
      )}
    </div>
  </div>`;
}

/**
 * Show a switch.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 * @param {string} [hint]
 */
export function switchField(label, value, change, hint = "") {
  return html`<label class="switch">
    <span>${label}${hint ? html`<br><small class="muted">${hint}</small>` : null}</span>
    <input type="checkbox" role="switch" .checked=${value} @change=${(/** @type {Event} */ event) => change(isChecked(event))}>
  </label>`;
}

/**
 * Show a field for a line of text.
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {{ hint?: string, mode?: string, placeholder?: string, live?: boolean, most?: number }} [options]
 */
export function textField(label, value, change, { hint = "", mode = "text", placeholder = "", live = false, most } = {}) {
  const take = (/** @type {Event} */ event) => change(valueOf(event));
  return html`<label class="field">
    <span>${label}</span>
    <input type="text" inputmode=${mode} placeholder=${placeholder} maxlength=${most} autocomplete="off" autocapitalize="off"
      spellcheck="false" .value=${value} @change=${take} @input=${live ? take : null}>
    ${hint ? html`<small>${hint}</small>` : null}
  </label>`;
}

/**
 * Show a field for a number.
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} change
 * @param {{ min?: number, max?: number, step?: number }} [options]
 */
export function numberField(label, value, change, { min = 0, max = 1e9, step = 1 } = {}) {
  const take = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
    else input.value = String(value);
  };
  return html`<label class="field">
    <span>${label}</span>
    <input type="number" min=${min} max=${max} step=${step} .value=${String(value)} @change=${take}>
  </label>`;
}

/**
 * Show a list to choose one entry from.
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} pick
 */
export function selectField(label, value, options, pick) {
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${(/** @type {Event} */ event) => pick(valueOf(event))}>
      ${options.map(([key, text]) => html`<option value=${key} .selected=${key === value}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * Show what went wrong, with a button to try again where that helps.
 * @param {string} message
 * @param {() => void} [retry]
 */
export function problemView(message, retry) {
  if (!message) return null;
  const alert = html`<p class="notice bad" role="alert">${message}</p>`;
  return retry ? html`${alert}<p class="retry"><button type="button" class="button" @click=${retry}>Try again</button></p>` : alert;
}

/** Show how far something is. @param {number} part @param {string} label */
export function progressView(part, label) {
  const percent = Math.round(100 * part);
  return html`<div class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
    <span style=${{ "--part": String(part) }}></span>
  </div>`;
}

const STATUS = /** @type {Record<string, [string, string]>} */ ({
  waiting: ["waiting", "warn"],
  working: ["running", "accent"],
  finished: ["finished", ""],
  stopped: ["stopped", "warn"],
  failed: ["failed", "bad"],
});

/** Show the status of a job. @param {string} status */
export function statusTag(status) {
  const [text, kind] = STATUS[status] ?? [status, ""];
  return html`<span class=${`tag ${kind}`}>${status === "working" ? html`<i class="pulse" aria-hidden="true"></i>` : null}${text}</span>`;
}

/**
 * Show a page whose subject is being loaded, or does not exist.
 * @param {string} what
 * @param {string} problem
 * @param {string} back
 */
export function lookupView(what, problem, back) {
  if (!problem) return html`<h1 class="visually-hidden">${what}</h1><p class="muted">Loading…</p>`;
  return html`<section class="empty">
    <h1>${what} not found</h1>
    <p role="alert">${problem}</p>
    <p><a class="button" href=${back}>Back to the list</a></p>
  </section>`;
}

/** Show the head of a page. @param {string} title @param {unknown} text @param {unknown} [actions] */
export function headView(title, text, actions = null) {
  return html`<header class="head"><div><h1>${title}</h1><p>${text}</p></div>${actions}</header>`;
}

/** Show a table that scrolls sideways where the screen is narrow. @param {string} label @param {unknown} table @param {string} [kind] */
export function scrollView(label, table, kind = "") {
  return html`<div class=${`scroll ${kind}`} tabindex="0" role="region" aria-label=${label}>${table}</div>`;
}
