import { html, keyed } from "../lib/html.js";
import { cardView } from "./cards.js";
import { actionText } from "../lib/words.js";

/**
 * @typedef {{ action: string, to: number, paid: number }} Last
 * @typedef {{ place: number, name: string, agent: boolean, stack: number, bet: number, cards: string[] | null, folded: boolean,
 *   all_in: boolean, button: boolean, position: string, last: Last | null, holding: string, won: number | null }} Seat
 * @typedef {{ hand: number, street: string, board: string[], pot: number, pots: { chips: number, places: number[] }[], turn: number,
 *   actor: number | null, over: boolean, seats: Seat[], you: number | null, legal: Legal | null, big_blind: number,
 *   clock: { left: number, of: number } | null }} State
 * @typedef {{ fold: boolean, call: number, raise: [number, number] | null }} Legal
 * @typedef {{ bottom: number, chairs: number, told: (chips: number) => string, figures: (name: string) => import("../lib/html.js").Result | null,
 *   pick?: (seat: Seat) => void }} How
 */

/**
 * The table seen from above, the person at the bottom.
 * @param {State} state
 * @param {How} how
 */
export function feltView(state, how) {
  const { bottom } = how;
  return html`
    <div class=${how.chairs > 7 ? "felt-frame crowded" : "felt-frame"} role="group" aria-label="The table">
      <div class="felt">
        <div class="middle">
          <div class="board" role="group" aria-label=${state.board.length ? "The board" : "No board yet"}>
            ${[0, 1, 2, 3, 4].map((at) => (state.board[at] ? keyed(state.board[at], html`<span class="dealt">${cardView(state.board[at])}</span>`) : keyed(at, html`<span class="pcard blank" aria-hidden="true"></span>`)))}
          </div>
          <div class="pot">${potView(state, how.told)}</div>
        </div>
      </div>
      ${state.seats.map((seat) => {
        const at = around(seat.place - bottom, how.chairs);
        return keyed(seat.place, seatView(seat, state, how, at));
      })}
      ${state.seats.filter((seat) => seat.bet && !state.over).map((seat) => {
        const at = around(seat.place - bottom, how.chairs);
        return keyed(`bet-${seat.place}`, html`<span class="bet" style=${{ "--x": String(at.x), "--y": String(at.y) }}><i aria-hidden="true"></i>${how.told(seat.bet)}</span>`);
      })}
    </div>
  `;
}

/** Where a chair is, from -1 to 1 each way; the first is at the bottom. @param {number} chair @param {number} chairs */
function around(chair, chairs) {
  const angle = Math.PI / 2 + (2 * Math.PI * (((chair % chairs) + chairs) % chairs)) / chairs;
  return { x: Math.round(1000 * Math.cos(angle)) / 1000, y: Math.round(1000 * Math.sin(angle)) / 1000 };
}

/** @param {State} state @param {(chips: number) => string} told */
function potView(state, told) {
  const several = state.pots.length > 1;
  if (state.over && !state.pot) return html``;
  return html`<span class="pot-total">Pot ${told(state.pot)}</span>
    ${several ? html`<span class="side-pots">${state.pots.map((pot, at) => html`<span>${at ? `Side ${at}` : "Main"} ${told(pot.chips)}</span>`)}</span>` : null}`;
}

/** @param {Seat} seat @param {State} state @param {How} how @param {{ x: number, y: number }} at */
function seatView(seat, state, how, at) {
  const mine = seat.place === state.you;
  const acting = seat.place === state.actor;
  const won = seat.won !== null && seat.won > 0;
  const kind = ["seat", mine && "mine", acting && "acting", seat.folded && "folded", won && "won"].filter(Boolean).join(" ");
  const cards = seat.cards ?? (seat.folded || (state.over && !mine) ? [] : [null, null]);
  const plate = html`
    <span class="who"><span class="name">${seat.name}</span><span class="position">${seat.position}</span></span>
    <span class="what"><span class="chips">${seat.all_in ? "all-in" : how.told(seat.stack)}</span>${seat.won !== null && seat.won !== 0 ? html`<span class=${seat.won > 0 ? "result plus" : "result minus"}>${signedTold(seat.won, how.told)}</span>` : null}</span>
    ${how.figures(seat.name)}
    <span class="unseen">${seat.folded ? "folded" : acting ? "to act" : ""}</span>
    ${acting && state.clock ? html`<span class="clock" style=${{ "--left": `${state.clock.left}s`, "--part": String(state.clock.left / state.clock.of) }} aria-hidden="true"></span>` : null}
  `;
  return html`
    <div class=${kind} style=${{ "--x": String(at.x), "--y": String(at.y) }}>
      <div class="hole" aria-hidden=${cards.length ? null : "true"}>${cards.map((card) => cardView(card, { dim: seat.folded }))}</div>
      ${how.pick ? html`<button class="plate" @click=${() => how.pick?.(seat)}>${plate}</button>` : html`<div class="plate">${plate}</div>`}
      ${seat.button ? html`<span class="dealer" role="img" aria-label="dealer button">D</span>` : null}
      <span class="said">${mine && seat.holding && !seat.folded ? seat.holding : state.over && seat.cards && !seat.folded ? seat.holding : seat.last ? actionText(seat.last, how.told, mine) : ""}</span>
    </div>
  `;
}

/** @param {number} won @param {(chips: number) => string} told */
function signedTold(won, told) {
  return `${won > 0 ? "+" : "−"}${told(Math.abs(won))}`;
}
