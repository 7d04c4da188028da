import { html } from "../lib/html.js";
import { inlineCards } from "./cards.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Checked a deal that this browser has checked
 * @property {number} hand
 * @property {import("../lib/fair-deck.js").Opening[]} cards
 * @property {import("../lib/fair-deck.js").Seen[]} seen the cards that the table has shown
 * @property {string[]} commitments
 * @property {string[]} seeds
 * @property {string} mine
 * @property {string} fault
 * @property {boolean} late
 * @property {import("../lib/curve.js").Proof} [proof] of the deck, once it was asked for and holds
 */

/**
 * Show what this browser has checked of the deals.
 * @param {Checked[]} checked
 * @param {boolean} playing
 * @param {{ busy: boolean, prove: (deal: Checked) => void, copy: (deal: Checked) => void }} actions
 */
export function dealView(checked, playing, actions) {
  const cut = playing ? "Then your browser cuts it with a seed of its own." : "Then the players cut it.";
  return html`<div class="stack">
    <p class="small muted">
      Before each hand the card room commits to every card of its shuffled deck. ${cut} After the hand, the cards you saw are opened
      and checked here. The whole deck can be proved to be 52 different cards, without showing those that you have not seen.
    </p>
    ${checked.map((deal) => checkView(deal, actions))}
    ${checked.length ? null : html`<p class="muted small">No hand has ended yet.</p>`}
  </div>`;
}

/** @param {Checked} checked @param {Parameters<typeof dealView>[2]} actions */
function checkView(checked, { busy, prove, copy }) {
  const { hand, cards, seeds, mine, fault, late, proof } = checked;
  return html`<div class="stack spot-check">
    <div class="row between"><h3>Hand ${hand}</h3>${tagView(checked)}</div>
    ${late
      ? html`<p class="small">
          Your seed arrived too late: the deck was dealt as the card room had committed to it, without your cut.
        </p>`
      : null}
    ${fault ? html`<p class="notice bad">${fault}</p>` : html`<p class="small">${inlineCards(cards.map((opening) => opening.card))}</p>`}
    <p class="row">
      ${proof
        ? html`<span class="tag accent">${icon("check")} 52 different cards</span>`
        : html`<button class="button small" ?disabled=${busy} @click=${() => prove(checked)}>Prove the deck</button>`}
      <button class="button small" ?disabled=${busy} @click=${() => copy(checked)}>Copy for fivebet deal</button>
    </p>
    <details class="small">
      <summary>Seeds and salts</summary>
      <p class="mono wrap">${seeds.map((seed) => (seed === mine ? `${seed} (yours)` : seed || "none")).join(", ")}</p>
      <ul class="mono wrap">${cards.map((opening) => html`<li>${opening.card} at ${opening.place}: ${opening.salt}</li>`)}</ul>
    </details>
  </div>`;
}

/** @param {Checked} checked */
function tagView({ fault, late, cards }) {
  if (fault) return html`<span class="tag bad">Not fair</span>`;
  if (late) return html`<span class="tag warn">Not cut by you</span>`;
  return html`<span class="tag accent">${icon("check")} ${cards.length} cards checked</span>`;
}
