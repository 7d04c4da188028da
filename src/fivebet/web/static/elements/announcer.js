import { html, keyed } from "../lib/html.js";
import { capitalize, formatAction } from "../lib/format.js";
import { cardName } from "./cards.js";

/**
 * @typedef {import("./transcript.js").HandEvent} HandEvent
 * @typedef {{ names: Map<number, string>, you: number | null, formatChips: (chips: number) => string }} Options
 */

const MOST = 8;

/** Says to screen readers what happens at the table, sentence by sentence. */
export class Announcer {
  /** @type {{ key: number, text: string }[]} */
  #said = [];
  #count = 0;

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.#count += 1;
    this.#said = [...this.#said, { key: this.#count, text }].slice(-MOST);
  }

  view() {
    return html`<div class="visually-hidden" role="log" aria-live="polite" aria-label="What happens">
      ${this.#said.map(({ key, text }) => keyed(key, html`<p>${text}</p>`))}
    </div>`;
  }
}

/** Return an event as a sentence; blinds and others' hidden cards need none. @param {HandEvent} event @param {Options} options */
export function eventSentence(event, { names, you, formatChips }) {
  const isYou = event.place === you;
  const name = names.get(event.place ?? -1) ?? "";
  const s = isYou ? "" : "s";
  const cards = (event.cards ?? []).map(cardName).join(", ");
  switch (event.type) {
    case "dealt":
      return isYou && cards ? `You are dealt ${cards}.` : "";
    case "street":
      return `${capitalize(event.street ?? "")}: ${cards}.`;
    case "acted":
      return `${name} ${formatAction({ action: event.action ?? "", to: event.to ?? 0, paid: event.paid, all_in: event.all_in }, formatChips, isYou)}.`;
    case "shown":
      return `${name} show${s} ${cards}.`;
    case "won":
      return `${name} win${s} ${formatChips(event.chips ?? 0)}.`;
    default:
      return "";
  }
}
