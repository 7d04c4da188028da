import { html } from "../lib/html.js";
import { inlineCards } from "./cards.js";
import { icon } from "./icons.js";

/** @typedef {{ hand: number, cards: import("../lib/fair-deck.js").Opening[], seeds: string[], mine: string, fault: string, late: boolean }} Checked */

/** Show what this browser has checked of the deals. @param {Checked[]} checked @param {boolean} playing */
export function dealView(checked, playing) {
  const cut = playing ? "Then your browser cuts it with a seed of its own." : "Then the players cut it.";
  return html`<div class="stack">
    <p class="small muted">
      Before each hand the card room commits to every card of its shuffled deck. ${cut} After the hand, the cards you saw are opened
      and checked here.
    </p>
    ${checked.map(checkView)}
    ${checked.length ? null : html`<p class="muted small">No hand has ended yet.</p>`}
  </div>`;
}

/** @param {Checked} checked */
function checkView(checked) {
  const { hand, cards, seeds, mine, fault, late } = checked;
  return html`<div class="stack spot-check">
    <div class="row between"><h3>Hand ${hand}</h3>${tagView(checked)}</div>
    ${late
      ? html`<p class="small">
          Your seed arrived too late: the deck was dealt as the card room had committed to it, without your cut.
        </p>`
      : null}
    ${fault ? html`<p class="notice bad">${fault}</p>` : html`<p class="small">${inlineCards(cards.map((opening) => opening.card))}</p>`}
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
