import { html, keyed } from "../lib/html.js";
import { capitalize, formatAction } from "../lib/format.js";
import { namesOnScreen } from "../lib/names.js";
import { cardName } from "./cards.js";

/**
 * @typedef {import("../lib/table-feed.js").State} State
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

  /**
   * Say what has happened at a table since the last time, and whether it is the player's turn.
   * @param {State | null} before
   * @param {State} state
   * @param {HandEvent[]} events those of them that are new
   * @param {(chips: number) => string} formatChips
   */
  follow(before, state, events, formatChips) {
    const options = { names: namesOnScreen(state.seats, state.you), you: state.you, formatChips };
    if (before) events.forEach((event) => this.say(eventSentence(event, options)));
    const isNew = before?.hand !== state.hand || before.turn !== state.turn || !before.legal;
    if (!state.legal || !isNew) return;
    const { call } = state.legal;
    this.say(call ? `Your turn: ${formatChips(call)} to call, the pot is ${formatChips(state.pot)}.` : "Your turn: you may check.");
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
