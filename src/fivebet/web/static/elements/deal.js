import { html } from "../lib/html.js";
import { inlineCards } from "./cards.js";
import { icon } from "./icons.js";

/** @typedef {{ hand: number, cards: import("../lib/fair.js").Opening[], seeds: string[], mine: string, fault: string, late: boolean }} Checked */

/**
 * What this browser has checked of the deals.
 * @param {Checked[]} checked
 * @param {boolean} playing
 */
export function dealView(checked, playing) {
  return html`<div class="stack">
    <p class="small muted">Before each hand the house commits to every card of its shuffled deck. ${playing ? "Then your browser cuts it with a seed of its own." : "Then the players cut it."} After the hand the cards that you saw are opened, and checked here.</p>
    ${checked.map((each) => html`<div class="stack spot-check">
      <div class="row between"><h3>Hand ${each.hand}</h3>${tagOf(each)}</div>
      ${each.late ? html`<p class="small">Your seed came too late: the deck was dealt as the house had committed to it, without your cut.</p>` : null}
      ${each.fault ? html`<p class="notice bad">${each.fault}</p>` : html`<p class="small">${inlineCards(each.cards.map((opening) => opening.card))}</p>`}
      <details class="small"><summary>Seeds and salts</summary>
        <p class="mono wrap">${each.seeds.map((seed) => (seed === each.mine ? `${seed} (yours)` : seed || "none")).join(", ")}</p>
        <ul class="mono wrap">${each.cards.map((opening) => html`<li>${opening.card} at ${opening.place}: ${opening.salt}</li>`)}</ul>
      </details>
    </div>`)}
    ${checked.length ? null : html`<p class="muted small">No hand has ended yet.</p>`}
  </div>`;
}

/** @param {Checked} each */
function tagOf({ fault, late, cards }) {
  if (fault) return html`<span class="tag bad">Not fair</span>`;
  if (late) return html`<span class="tag warn">Not cut by you</span>`;
  return html`<span class="tag accent">${icon("check")} ${cards.length} cards checked</span>`;
}
