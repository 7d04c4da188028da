import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { inlineCards } from "../elements/cards.js";
import { problemView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/solver-form.js";

/** What is to be solved, and what was. */
export default class Solver extends Piece {
  /** @type {any[]} */
  solves = [];
  #loading = new Task(this);

  start() {
    this.#loading.run(() => ask("/solutions"), (solves) => {
      this.solves = solves;
    });
  }

  view() {
    return html`
      <header class="head"><div><h1>Solver</h1><p>The equilibrium of a heads-up spot, from any flop, turn or river.</p></div></header>
      ${studyNav()}
      ${problemView(this.#loading.problem)}
      <fb-solver-form></fb-solver-form>
      ${this.solves.length ? html`<section class="below"><h2>Solved before</h2><div class="scroll" tabindex="0" role="region" aria-label="Solved before"><table class="data">
        <thead><tr><th>Board</th><th class="number">Pot</th><th class="number">Stacks</th><th>Out of position</th><th>In position</th><th class="number">Exploitable</th><th>State</th></tr></thead>
        <tbody>${this.solves.slice(0, 30).map((solve) => html`<tr><td><a href=${`/study/solver/${solve.id}`}>${inlineCards(solve.spot.board.match(/../g) ?? [])}</a></td><td class="number">${solve.spot.pot}</td><td class="number">${solve.spot.stack}</td><td class="clip">${solve.spot.oop}</td><td class="clip">${solve.spot.ip}</td><td class="number">${solve.exploitability_pct === null ? "–" : `${solve.exploitability_pct.toFixed(2)} %`}</td><td>${statusTag(solve.status)}</td></tr>`)}</tbody></table></div></section>` : null}
    `;
  }
}
