import { html, keyed } from "../lib/html.js";
import { cardView } from "./cards.js";
import { formatAction } from "../lib/format.js";

/**
 * @typedef {{ action: string, to: number, paid: number }} Last
 * @typedef {{ place: number, name: string, agent: boolean, stack: number, bet: number, cards: string[] | null, folded: boolean,
 *   all_in: boolean, button: boolean, position: string, last: Last | null, holding: string, won: number | null }} Seat
 * @typedef {{ hand: number, street: string, board: string[], pot: number, pots: { chips: number, places: number[] }[], turn: number,
 *   actor: number | null, over: boolean, seats: Seat[], you: number | null, legal: Legal | null, big_blind: number,
 *   clock: { left: number, of: number } | null }} State
 * @typedef {{ fold: boolean, call: number, raise: [number, number] | null }} Legal
 * @typedef {{ bottom: number, chairs: number, formatChips: (chips: number) => string,
 *   figures: (name: string) => import("../lib/html.js").Template | null, pick?: (seat: Seat) => void }} Options
 */

/** Show the table from above, with the person at the bottom. @param {State} state @param {Options} options */
export function feltView(state, options) {
  const { bottom, chairs, formatChips } = options;
  return html`
    <div class=${chairs > 7 ? "felt-frame crowded" : "felt-frame"} role="group" aria-label="The table">
      <div class="felt">
        <div class="middle">
          <div class="board" role="group" aria-label=${state.board.length ? "The board" : "No board yet"}>
            ${[0, 1, 2, 3, 4].map((at) => {
              const card = state.board[at];
              if (!card) return keyed(at, html`<span class="pcard blank" aria-hidden="true"></span>`);
              return keyed(card, html`<span class="dealt">${cardView(card)}</span>`);
            })}
          </div>
          <div class="pot">${potView(state, formatChips)}</div>
        </div>
      </div>
      ${state.seats.map((seat) => keyed(seat.place, seatView(seat, state, options, around(seat.place - bottom, chairs))))}
      ${state.seats
        .filter((seat) => seat.bet && !state.over)
        .map((seat) => keyed(`bet-${seat.place}`, betView(formatChips(seat.bet), around(seat.place - bottom, chairs))))}
    </div>
  `;
}

/** Return the style that puts something at a chair; the first chair is at the bottom. @param {number} chair @param {number} chairs */
function around(chair, chairs) {
  const angle = Math.PI / 2 + (2 * Math.PI * (((chair % chairs) + chairs) % chairs)) / chairs;
  return { "--x": String(Math.round(1000 * Math.cos(angle)) / 1000), "--y": String(Math.round(1000 * Math.sin(angle)) / 1000) };
}

/** @param {string} bet @param {Record<string, string>} place */
function betView(bet, place) {
  return html`<span class="bet" style=${place}><i aria-hidden="true"></i>${bet}</span>`;
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
  const kind = ["seat", isMine && "mine", isActing && "acting", seat.folded && "folded", hasWon && "won"].filter(Boolean).join(" ");
  const cards = seat.cards ?? (seat.folded || (state.over && !isMine) ? [] : [null, null]);
  const plate = plateView(seat, isActing ? state.clock : null, isActing, options);
  return html`
    <div class=${kind} style=${place}>
      <div class="hole" aria-hidden=${cards.length ? null : "true"}>${cards.map((card) => cardView(card, { dim: seat.folded }))}</div>
      ${options.pick
        ? html`<button class="plate" @click=${() => options.pick?.(seat)}>${plate}</button>`
        : html`<div class="plate">${plate}</div>`}
      ${seat.button ? html`<span class="dealer" role="img" aria-label="dealer button">D</span>` : null}
      <span class="said">${caption(seat, state, options)}</span>
    </div>
  `;
}

/** @param {Seat} seat @param {State["clock"]} clock @param {boolean} isActing @param {Options} options */
function plateView(seat, clock, isActing, { formatChips, figures }) {
  const won = seat.won ?? 0;
  return html`
    <span class="who"><span class="name">${seat.name}</span><span class="position">${seat.position}</span></span>
    <span class="what">
      <span class="chips">${seat.all_in ? "all-in" : formatChips(seat.stack)}</span>
      ${won ? html`<span class=${won > 0 ? "result plus" : "result minus"}>${won > 0 ? "+" : "−"}${formatChips(Math.abs(won))}</span>` : null}
    </span>
    ${figures(seat.name)}
    <span class="visually-hidden">${seat.folded ? "folded" : isActing ? "to act" : ""}</span>
    ${clock
      ? html`<span class="clock" style=${{ "--left": `${clock.left}s`, "--part": String(clock.left / clock.of) }} aria-hidden="true"></span>`
      : null}
  `;
}

/** Return what stands below a seat: what the player holds, or has done last. @param {Seat} seat @param {State} state @param {Options} options */
function caption(seat, state, { formatChips }) {
  const isMine = seat.place === state.you;
  if (isMine && seat.holding && !seat.folded) return seat.holding;
  if (state.over && seat.cards && !seat.folded) return seat.holding;
  return seat.last ? formatAction(seat.last, formatChips, isMine) : "";
}
