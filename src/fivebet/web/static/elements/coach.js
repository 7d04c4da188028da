import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { percent } from "../lib/words.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";
import { spoken } from "../lib/agents.js";

/** @typedef {{ hand: number, turn: number, street: string, board: string[], action: string, to: number }} Spot */

/** What others would have done in the person's spots, and what his choice was worth. */
export class CoachView extends Piece {
  /** @type {Spot[]} */
  spots = [];
  /** @type {(chips: number) => string} */
  told = String;
  /** @type {Map<string, any>} */
  answers = new Map();
  open = "";
  #table = 0;
  /** @type {string | undefined} */
  #token;

  /** @param {number} table @param {string | undefined} token */
  set(table, token) {
    this.#table = table;
    this.#token = token;
  }

  /** @param {Spot[]} spots @param {(chips: number) => string} told */
  show(spots, told) {
    this.spots = spots;
    this.told = told;
    this.changed();
    return this;
  }

  /** @param {Spot} spot */
  async #ask(spot) {
    const key = `${spot.hand}.${spot.turn}`;
    this.open = this.open === key ? "" : key;
    this.changed();
    const known = this.answers.has(key) && !this.answers.get(key)?.problem; // what failed is asked again
    if (known || !this.open) return;
    this.answers.set(key, null);
    const url = `/tables/${this.#table}/coach`;
    const about = { hand: spot.hand, turn: spot.turn };
    try {
      const facts = await post(url, about, this.#token);
      const answer = { facts, opinions: new Map(), solver: facts.solver_note ? { problem: facts.solver_note } : null };
      this.answers.set(key, answer);
      this.changed();
      // Some think for seconds: each is shown when it has an answer.
      const told = (/** @type {string} */ path, /** @type {(found: any) => void} */ keep) =>
        post(`${url}/${path}`, about, this.#token)
          .catch((error) => ({ problem: error.message }))
          .then((found) => { keep(found); this.changed(); });
      if (!facts.solver_note) told("solver", (found) => { answer.solver = found; });
      for (const name of facts.agents) told(`agents/${encodeURIComponent(name)}`, (found) => answer.opinions.set(name, found));
    } catch (error) {
      this.answers.set(key, { problem: /** @type {Error} */ (error).message });
    }
    this.changed();
  }

  view() {
    if (!this.#token) return html`<p class="muted">The coach speaks to those who play.</p>`;
    if (!this.spots.length) return html`<p class="muted">Act, and ask here what others would have done in your place.</p>`;
    return html`<div class="advice">${this.spots.map((spot) => {
      const key = `${spot.hand}.${spot.turn}`;
      const open = this.open === key;
      return html`<div class=${open ? "spot open" : "spot"}>
        <button aria-expanded=${String(open)} @click=${() => this.#ask(spot)}><span>Hand ${spot.hand}, ${spot.street}</span><span>you ${spot.action}${spot.to ? ` to ${this.told(spot.to)}` : ""}</span></button>
        ${open ? this.#answer(this.answers.get(key)) : null}
      </div>`;
    })}</div>`;
  }

  /** @param {any} solver */
  #solver(solver) {
    return html`<div>
      <p class="small"><b>Solver</b>: your choice ${solver.cost >= 0.5 ? html`cost <b>${this.told(Math.round(solver.cost))}</b>` : "cost nothing"}</p>
      <table class="stats"><thead><tr><th>Action</th><th>how often</th><th>worth</th></tr></thead><tbody>
        ${solver.steps.map((/** @type {any} */ step) => html`<tr><th scope="row">${step.action}</th><td>${percent(step.probability)}</td><td>${this.told(Math.round(step.value))}</td></tr>`)}
      </tbody></table>
      <p class="small muted">If ${solver.assumes}; to ${solver.exploitability_pct.toFixed(1)} % of the pot.</p>
    </div>`;
  }

  /** @param {any} answer */
  #answer(answer) {
    if (!answer) return html`<p class="muted small">Thinking…</p>`;
    if (answer.problem) return html`<p class="notice bad small">${answer.problem}</p>`;
    const { facts, opinions, solver } = answer;
    return html`<div class="stack">
      <p class="small">${inlineCards(facts.cards)} ${facts.board.length ? html`on ${inlineCards(facts.board)}` : null}</p>
      <dl class="facts">
        <dt>Equity against ${facts.opponents === 1 ? "a random hand" : `${facts.opponents} random hands`}</dt><dd>${percent(facts.equity, 1)}</dd>
        ${facts.call ? html`<dt>Pot odds ask for</dt><dd>${percent(facts.pot_odds, 1)}</dd><dt>A call is worth</dt><dd>${this.told(Math.round(facts.call_value))}</dd>` : null}
        ${facts.cost !== null ? html`<dt>Your choice cost</dt><dd>${facts.cost > 0 ? this.told(Math.round(facts.cost)) : "nothing"}</dd>` : null}
      </dl>
      ${!solver ? html`<p class="small muted">The solver is thinking…</p>` : solver.problem ? html`<p class="small muted">${solver.problem}</p>` : this.#solver(solver)}
      ${facts.agents.map((/** @type {string} */ name) => this.#opinion(name, opinions.get(name)))}
    </div>`;
  }

  /** @param {string} name @param {any} opinion */
  #opinion(name, opinion) {
    if (!opinion) return html`<p class="small muted"><b>${spoken(name)}</b> is thinking…</p>`;
    if (opinion.problem) return html`<p class="small muted"><b>${spoken(name)}</b>: ${opinion.problem}</p>`;
    const would = opinion.failure ? `has no answer: ${opinion.failure}` : `would ${opinion.action}${opinion.to ? ` to ${this.told(opinion.to)}` : ""}`;
    const chances = /** @type {any[]} */ (opinion.probabilities);
    return html`<div>
      <p class="small"><b>${spoken(name)}</b> ${would}</p>
      ${chances.length ? html`<div class="bars" role="img" aria-label=${chances.map((chance) => `${chance.action} ${percent(chance.probability)}`).join(", ")}>${chances.map((chance) => html`<span class=${chance.action} style=${{ "--share": String(chance.probability) }}></span>`)}</div>` : null}
      ${Object.keys(opinion.reasons).length ? html`<details class="small"><summary>why</summary>${factsView(opinion.reasons)}</details>` : null}
    </div>`;
  }
}

customElements.define("fb-coach", CoachView);
