import { html } from "../lib/html.js";
import { capitalize, formatAction } from "../lib/format.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";

/**
 * @typedef {{ type: string, place?: number, chips?: number, cards?: string[] | null, action?: string, to?: number, paid?: number,
 *   all_in?: boolean, street?: string, pot?: number }} HandEvent
 * @typedef {{ turn: number, place: number, sentence: string, reasons: Record<string, unknown> }} Reason
 * @typedef {{ turn: number, place: number, text: string }} Note
 * @typedef {{ names: Map<number, string>, you: number | null, reasons: Reason[], notes: Note[], formatChips: (chips: number) => string,
 *   study?: (turn: number) => string }} Options `study` gives the address of the solver with a decision of one's own
 */

/** Show what has happened in a hand, line by line, with agents' reasons where they are known. @param {HandEvent[]} events @param {Options} options */
export function transcriptView(events, options) {
  const { names, you, study } = options;
  let turn = 0;
  let left = names.size;
  let seesFlop = false;
  return html`<ol class="transcript">
    ${events.flatMap((event) => {
      const isSpot = seesFlop && left === 2 && event.place === you;
      const lines = eventView(event, turn, options, isSpot && study ? study(turn) : "");
      if (event.type === "acted") turn += 1;
      if (event.action === "fold") left -= 1;
      if (event.type === "street") seesFlop = true;
      return lines;
    })}
  </ol>`;
}

/** @param {HandEvent} event @param {number} turn @param {Options} options @param {string} study */
function eventView(event, turn, { names, you, reasons, notes, formatChips }, study) {
  const name = names.get(event.place ?? -1) ?? "";
  const isYou = event.place === you && name === "You";
  const s = isYou ? "" : "s";
  const who = html`<b>${name}</b>`;
  const chips = formatChips(event.chips ?? 0);
  const cards = event.cards ?? [];
  switch (event.type) {
    case "ante":
      return [html`<li>${who} post${s} an ante of ${chips}</li>`];
    case "blind":
      return [html`<li>${who} post${s} ${chips}</li>`];
    case "dealt":
      return event.place === you && cards.length ? [html`<li>Dealt to you: ${inlineCards(cards)}</li>`] : [];
    case "street":
      return [html`<li class="street">${capitalize(event.street ?? "")} ${inlineCards(cards)}</li>`];
    case "acted": {
      const act = { action: event.action ?? "", to: event.to ?? 0, paid: event.paid, all_in: event.all_in };
      const found = reasons.find((reason) => reason.turn === turn);
      const why = found && Object.keys(found.reasons).length
        ? html`<details><summary>why</summary><p class="sentence">${found.sentence}</p>${factsView(found.reasons)}</details>`
        : null;
      return [
        ...notes.filter((note) => note.turn === turn).map((note) => html`<li class="note">${names.get(note.place)} ${note.text}</li>`),
        html`<li>${who} ${formatAction(act, formatChips, isYou)}${study ? html` <a href=${study}>Study this spot</a>` : null}${why}</li>`,
      ];
    }
    case "returned":
      return [html`<li>${who} take${s} back ${chips}</li>`];
    case "shown":
      return [html`<li>${who} show${s} ${inlineCards(cards)}</li>`];
    case "mucked":
      return [html`<li>${who} muck${s}</li>`];
    case "won":
      return [html`<li class="won">${name} win${s} ${chips}${event.pot ? ` from side pot ${event.pot}` : ""}</li>`];
    default:
      return [];
  }
}
