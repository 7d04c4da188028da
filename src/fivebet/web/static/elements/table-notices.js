import { html } from "../lib/html.js";
import { formatName } from "../lib/format.js";

/**
 * What a table shows instead of the controls: that it is over, that the player sits out, or is
 * out of chips.
 *
 * @typedef {import("../lib/table-feed.js").TableMessage} TableMessage
 */

const OVER = "it is over"; // as the table says it
const MOST_FINISHES = 10;

/** Show how a table has ended. @param {TableMessage} table @param {string} why @param {string} number of the table */
export function endView(table, why, number) {
  const finishes = [...(table.finishes ?? [])].sort((a, b) => a.place - b.place);
  const items = finishes.map(
    ({ place, name, prize }) => html`<li class="tag">${place}. ${name}${prize ? ` · ${Math.round(prize).toLocaleString("en")}` : ""}</li>`,
  );
  const isOver = items.length && why === OVER;
  const end = isOver ? `The ${formatName(table.plan.format).toLowerCase()} is over.` : `The table is closed: ${why}.`;
  return html`<div class="inner stack">
    <p class="waiting">${end}</p>
    ${items.length ? html`<ol class="row finishes">${items.slice(0, MOST_FINISHES)}</ol>` : null}
    <p class="pre">
      <a class="button primary" href="/play">Play again</a>
      ${table.tournament ? html`<a class="button" href=${`/tournament/${number}`}>Standings</a>` : null}
      ${table.you === null ? null : html`<a class="button" href=${`/study/review?run=${number}`}>Review my play</a>`}
    </p>
  </div>`;
}

/** Offer somebody who sits out to come back. @param {() => void} back */
export function awayView(back) {
  return html`<div class="waiting"><button class="button primary" @click=${back}>I am back</button></div>`;
}

/**
 * Ask somebody who is broke for how much to buy in again.
 * @param {[number, number]} range
 * @param {(chips: number) => string} formatChips
 * @param {{ buy: (chips: number) => void, sitOut: () => void }} actions
 */
export function rebuyView([least, most], formatChips, { buy, sitOut }) {
  const sums = [...new Set([least, Math.round((least + most) / 200) * 100, most])].filter((chips) => chips >= least && chips <= most);
  return html`<div class="inner expected" role="group" aria-label="Buy in again">
    <p>You are out of chips. Buy in again, or sit out.</p>
    <p class="pre">
      ${sums.map((chips) => html`<button class="button" @click=${() => buy(chips)}>Buy in for ${formatChips(chips)}</button>`)}
      <button class="button quiet" @click=${sitOut}>Sit out</button>
    </p>
  </div>`;
}

/**
 * Say that the player is out, was moved, or waits for other tables.
 * @param {TableMessage} table
 * @param {{ isPlayer: boolean, moved: string, isBetweenHands: boolean }} now
 */
export function tournamentView({ tournament, finishes = [], you }, { isPlayer, moved, isBetweenHands }) {
  if (!tournament) return null;
  const isOut = isPlayer && you === null && finishes.length > 0;
  const waits = tournament.waiting && isBetweenHands && tournament.tables > 1;
  const text = isOut ? "You are out. You can watch to the end." : moved || (waits ? "The other tables are finishing their hands." : "");
  return text ? html`<p class="waiting small" role="status">${text}</p>` : null;
}
