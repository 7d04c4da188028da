import { html } from "../lib/html.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";
import { actionText, capital } from "../lib/words.js";

/**
 * @typedef {{ type: string, place?: number, chips?: number, cards?: string[] | null, action?: string, to?: number, paid?: number,
 *   all_in?: boolean, street?: string, pot?: number }} Happening
 * @typedef {{ turn: number, place: number, reasons: Record<string, unknown> }} Reason
 * @typedef {{ turn: number, place: number, text: string }} Note
 */

/**
 * What has happened in a hand, line by line, with agents' reasons where they are open.
 * @param {Happening[]} events
 * @param {{ names: Map<number, string>, you: number | null, reasons: Reason[], notes: Note[], told: (chips: number) => string }} how
 */
export function transcriptView(events, { names, you, reasons, notes, told }) {
  let turn = 0;
  /** @type {import("../lib/html.js").Result[]} */
  const lines = [];
  for (const event of events) {
    const second = event.place === you && names.get(event.place ?? -1) === "You";
    const s = second ? "" : "s";
    const who = html`<b>${names.get(event.place ?? -1) ?? ""}</b>`;
    const cards = event.cards ?? [];
    switch (event.type) {
      case "ante":
        lines.push(html`<li>${who} post${s} an ante of ${told(event.chips ?? 0)}</li>`);
        break;
      case "blind":
        lines.push(html`<li>${who} post${s} ${told(event.chips ?? 0)}</li>`);
        break;
      case "dealt":
        if (event.place === you && cards.length) lines.push(html`<li>Dealt to you: ${inlineCards(cards)}</li>`);
        break;
      case "street":
        lines.push(html`<li class="street">${capital(event.street ?? "")} ${inlineCards(cards)}</li>`);
        break;
      case "acted": {
        const why = reasons.find((reason) => reason.turn === turn);
        for (const note of notes.filter((each) => each.turn === turn)) lines.push(html`<li class="note">${names.get(note.place)} ${note.text}</li>`);
        lines.push(html`<li>${who} ${actionText(/** @type {any} */ (event), told, second)}${why && Object.keys(why.reasons).length ? html`<details><summary>why</summary>${factsView(why.reasons)}</details>` : null}</li>`);
        turn += 1;
        break;
      }
      case "returned":
        lines.push(html`<li>${who} take${s} ${told(event.chips ?? 0)} back</li>`);
        break;
      case "shown":
        lines.push(html`<li>${who} show${s} ${inlineCards(cards)}</li>`);
        break;
      case "mucked":
        lines.push(html`<li>${who} muck${s}</li>`);
        break;
      case "won":
        lines.push(html`<li class="won">${names.get(event.place ?? -1)} win${s} ${told(event.chips ?? 0)}${event.pot ? ` from side pot ${event.pot}` : ""}</li>`);
        break;
    }
  }
  return html`<ol class="transcript">${lines}</ol>`;
}
