import { html, keyed } from "../lib/html.js";
import { chairStyle } from "../lib/chairs.js";
import { formatAction, formatPercent } from "../lib/format.js";
import { cardView } from "./cards.js";

/**
 * @typedef {{ action: string, to: number, paid: number }} Last
 * @typedef {{ place: number, name: string, agent: boolean, stack: number, bet: number, cards: string[] | null, folded: boolean,
 *   all_in: boolean, button: boolean, position: string, last: Last | null, holding: string, won: number | null, award?: number,
 *   five?: string[] }} Seat
 * @typedef {{ hand: number, street: string, board: string[], pot: number, pots: { chips: number, places: number[] }[], turn: number,
 *   actor: number | null, over: boolean, seats: Seat[], you: number | null, legal: Legal | null, big_blind: number,
 *   clock: Clock | null }} State
 * @typedef {{ left: number, of: number, bank?: number, in_bank?: boolean }} Clock
 * @typedef {{ fold: boolean, call: number, raise: [number, number] | null }} Legal
 * @typedef {object} Options
 * @property {number} bottom the place at the bottom of the picture
 * @property {number} chairs
 * @property {(chips: number) => string} formatChips
 * @property {(name: string) => import("../lib/html.js").Template | null} figures
 * @property {(seat: Seat) => string} [nameOf] what a seat is called on this screen
 * @property {(seat: Seat) => void} [pick]
 * @property {Map<number, number>} [equities] shares of the pot by place, while an all-in is played out
 */

/** Show the table from above, with the person at the bottom. @param {State} state @param {Options} options */
export function feltView(state, options) {
  const { bottom, chairs, formatChips } = options;
  const lit = new Set(state.seats.flatMap((seat) => seat.five ?? []));
  const kind = `felt-frame seats-${chairs}${chairs > 7 ? " crowded" : ""}${lit.size ? " shown-down" : ""}`;
  const chips = state.seats.flatMap((seat) => {
    const place = chairStyle(seat.place - bottom, chairs);
    const kind = seat.place === state.you ? "bet mine" : "bet";
    if (state.over) {
      // It comes from the middle of the table.
      return seat.award ? [keyed(`won-${state.hand}-${seat.place}`, chipsView(`${kind} award`, formatChips(seat.award), place))] : [];
    }
    return seat.bet ? [keyed(`bet-${seat.place}`, chipsView(kind, formatChips(seat.bet), place))] : [];
  });
  return html`
    <div class=${kind} role="group" aria-label="The table">
      <div class="felt">
        <div class="middle">
          <div class="board" role="group" aria-label=${state.board.length ? "The board" : "No board yet"}>
            ${[0, 1, 2, 3, 4].map((at) => {
              const card = state.board[at];
              if (!card) return keyed(at, html`<span class="pcard blank" aria-hidden="true"></span>`);
              return keyed(card, html`<span class="dealt">${cardView(card, { lit: lit.has(card) })}</span>`);
            })}
          </div>
          <div class="pot">${potView(state, formatChips)}</div>
        </div>
      </div>
      ${state.seats.map((seat) => keyed(seat.place, seatView(seat, state, options, chairStyle(seat.place - bottom, chairs))))}
      ${chips}
    </div>
  `;
}

/** Show chips before a seat. @param {string} kind @param {string} chips @param {Record<string, string>} place */
function chipsView(kind, chips, place) {
  return html`<span class=${kind} style=${place}><i aria-hidden="true"></i>${chips}</span>`;
}

/** @param {State} state @param {(chips: number) => string} formatChips */
function potView(state, formatChips) {
  if (state.over && !state.pot) return null;
  const side = state.pots.map((pot, at) => html`<span>${at ? `Side ${at}` : "Main"} ${formatChips(pot.chips)}</span>`);
  return html`<span class="pot-total">Pot ${formatChips(state.pot)}</span>
    ${side.length > 1 ? html`<span class="side-pots">${side}</span>` : null}`;
}

/** @param {Seat} seat @param {State} state @param {Options} options @param {Record<string, string>} place */
function seatView(seat, state, options, place) {
  const isMine = seat.place === state.you;
  const isActing = seat.place === state.actor;
  const hasWon = (seat.won ?? 0) > 0;
  const isOpen = seat.cards?.length && !seat.folded;
  const kinds = ["seat", isMine && "mine", isOpen && "open", isActing && "acting", seat.folded && "folded", hasWon && "won"];
  const kind = kinds.filter(Boolean).join(" ");
  const cards = seat.cards ?? (seat.folded || (state.over && !isMine) ? [] : [null, null]);
  const plate = plateView(seat, isActing ? state.clock : null, isActing, options);
  const equity = options.equities?.get(seat.place);
  return html`
    <div class=${kind} style=${place}>
      <div class="hole" aria-hidden=${cards.length ? null : "true"}>
        ${cards.map((card) => cardView(card, { dim: seat.folded, lit: Boolean(card && seat.five?.includes(card)) }))}
        ${equity === undefined ? null : html`<span class="equity" title="Share of the pot">${formatPercent(equity)}</span>`}
      </div>
      ${options.pick
        ? html`<button class="plate" @click=${() => options.pick?.(seat)}>${plate}</button>`
        : html`<div class="plate">${plate}</div>`}
      ${seat.button ? html`<span class="dealer" role="img" aria-label="dealer button">D</span>` : null}
      <span class="said">${caption(seat, state, options)}</span>
    </div>
  `;
}

/** @param {Seat} seat @param {State["clock"]} clock @param {boolean} isActing @param {Options} options */
function plateView(seat, clock, isActing, { formatChips, figures, nameOf = (each) => each.name }) {
  const won = seat.won ?? 0;
  return html`
    <span class="who"><span class="name">${nameOf(seat)}</span><span class="position">${seat.position}</span></span>
    <span class="what">
      <span class="chips">${seat.all_in ? "all-in" : formatChips(seat.stack)}</span>
      ${won ? html`<span class=${won > 0 ? "result plus" : "result minus"}>${won > 0 ? "+" : "−"}${formatChips(Math.abs(won))}</span>` : null}
    </span>
    ${figures(seat.name)}
    <span class="visually-hidden">${seat.folded ? "folded" : isActing ? "to act" : ""}</span>
    ${clock ? clockView(clock) : null}
  `;
}

/** @param {Clock} clock */
function clockView({ left, of, in_bank: inBank }) {
  const style = { "--left": `${left}s`, "--part": String(left / of) };
  return html`<span class=${inBank ? "clock bank" : "clock"} style=${style} aria-hidden="true"></span>`;
}

/** Return what stands below a seat: what the player holds, or has done last. @param {Seat} seat @param {State} state @param {Options} options */
function caption(seat, state, { formatChips }) {
  const isMine = seat.place === state.you;
  if (isMine && seat.holding && !seat.folded) return seat.holding;
  if (state.over && seat.cards && !seat.folded) return seat.holding;
  return seat.last ? formatAction(seat.last, formatChips, isMine) : "";
}
