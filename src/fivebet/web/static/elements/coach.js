import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { post } from "../lib/api.js";
import { percent } from "../lib/words.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";

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
    if (this.answers.has(key) || !this.open) return;
    this.answers.set(key, null);
    try {
      this.answers.set(key, await post(`/tables/${this.#table}/coach`, { hand: spot.hand, turn: spot.turn }, this.#token));
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

  /** @param {any} answer */
  #answer(answer) {
    if (!answer) return html`<p class="muted small">Thinking…</p>`;
    if (answer.problem) return html`<p class="notice bad small">${answer.problem}</p>`;
    return html`<div class="stack">
      <p class="small">${inlineCards(answer.cards)} ${answer.board.length ? html`on ${inlineCards(answer.board)}` : null}</p>
      <dl class="facts">
        <dt>Equity against ${answer.opponents === 1 ? "a random hand" : `${answer.opponents} random hands`}</dt><dd>${percent(answer.equity, 1)}</dd>
        ${answer.call ? html`<dt>Pot odds ask for</dt><dd>${percent(answer.pot_odds, 1)}</dd><dt>A call is worth</dt><dd>${this.told(Math.round(answer.call_value))}</dd>` : null}
        ${answer.cost !== null ? html`<dt>Your choice cost</dt><dd>${answer.cost > 0 ? this.told(Math.round(answer.cost)) : "nothing"}</dd>` : null}
      </dl>
      ${answer.solver ? html`<p class="small"><b>Solver</b></p>${factsView(answer.solver)}` : html`<p class="small muted">${answer.solver_note}</p>`}
      ${answer.agents.map((/** @type {any} */ agent) => html`<div>
        <p class="small"><b>${agent.name}</b> would ${agent.failure ? `fail: ${agent.failure}` : `${agent.action}${agent.to ? ` to ${this.told(agent.to)}` : ""}`}</p>
        ${agent.probabilities.length ? html`<div class="bars" role="img" aria-label=${agent.probabilities.map((/** @type {any} */ chance) => `${chance.action} ${percent(chance.probability)}`).join(", ")}>${agent.probabilities.map((/** @type {any} */ chance) => html`<span class=${chance.action} style=${{ "--share": String(chance.probability) }}></span>`)}</div>` : null}
        ${Object.keys(agent.reasons).length ? html`<details class="small"><summary>why</summary>${factsView(agent.reasons)}</details>` : null}
      </div>`)}
    </div>`;
  }
}

customElements.define("fb-coach", CoachView);
