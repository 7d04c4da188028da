import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post } from "../lib/api.js";
import { displayName } from "../lib/agents.js";
import { formatPercent } from "../lib/format.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";

/**
 * @typedef {{ hand: number, turn: number, street: string, board: string[], action: string, to: number }} Spot
 * @typedef {Api.Post["/tables/{number}/coach"]["answer"]} Facts
 * @typedef {Api.Post["/tables/{number}/coach/solver"]["answer"]} Solved
 * @typedef {Api.Post["/tables/{number}/coach/agents/{name}"]["answer"]} Opinion
 * @typedef {{ problem: string }} Problem
 * @typedef {{ facts: Facts, opinions: Map<string, Opinion | Problem>, solver: Solved | Problem | null }} Advice
 */

/** What others would have done in the player's spots, and what the player's choice was worth. */
export class CoachView extends Component {
  /** @type {Spot[]} */
  spots = [];
  /** @type {(chips: number) => string} */
  formatChips = String;
  /** What the coach has said, by spot; null while it is thinking. @type {Map<string, Advice | Problem | null>} */
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

  /** @param {Spot[]} spots @param {(chips: number) => string} formatChips */
  show(spots, formatChips) {
    this.spots = spots;
    this.formatChips = formatChips;
    this.update();
    return this;
  }

  /** Open or close a spot, and ask for advice the first time. @param {Spot} spot */
  async #toggle(spot) {
    const key = keyOf(spot);
    this.open = this.open === key ? "" : key;
    this.update();
    const known = this.answers.get(key);
    const isKnown = known === null || (known && !("problem" in known)); // what failed is asked again
    if (isKnown || !this.open) return;
    this.answers.set(key, null);
    try {
      this.answers.set(key, await this.#advise({ hand: spot.hand, turn: spot.turn }));
    } catch (error) {
      this.answers.set(key, { problem: /** @type {Error} */ (error).message });
    }
    this.update();
  }

  /** Ask for the facts; opinions follow one by one, since some take seconds. @param {{ hand: number, turn: number }} spot */
  async #advise(spot) {
    const number = this.#table;
    const token = this.#token;
    const facts = await post("/tables/{number}/coach", spot, { params: { number }, token });
    /** @type {Advice} */
    const advice = { facts, opinions: new Map(), solver: facts.solver_note ? { problem: facts.solver_note } : null };
    if (!advice.solver) {
      this.#add(post("/tables/{number}/coach/solver", spot, { params: { number }, token }), (solved) => {
        advice.solver = solved;
      });
    }
    for (const name of facts.agents) {
      const opinion = post("/tables/{number}/coach/agents/{name}", spot, { params: { number, name }, token });
      this.#add(opinion, (found) => advice.opinions.set(name, found));
    }
    return advice;
  }

  /**
   * @template T
   * @param {Promise<T>} answer
   * @param {(found: T | Problem) => void} keep
   */
  async #add(answer, keep) {
    keep(await answer.catch((error) => ({ problem: error.message })));
    this.update();
  }

  view() {
    if (!this.#token) return html`<p class="muted">The coach is for players at the table.</p>`;
    if (!this.spots.length) return html`<p class="muted">After you have acted, ask here what others would have done.</p>`;
    return html`<div class="advice">${this.spots.map((spot) => this.#spotView(spot))}</div>`;
  }

  /** @param {Spot} spot */
  #spotView(spot) {
    const isOpen = this.open === keyOf(spot);
    return html`<div class=${isOpen ? "spot open" : "spot"}>
      <button aria-expanded=${String(isOpen)} @click=${() => this.#toggle(spot)}>
        <span>Hand ${spot.hand}, ${spot.street}</span>
        <span>you ${spot.action}${spot.to ? ` to ${this.formatChips(spot.to)}` : ""}</span>
      </button>
      ${isOpen ? this.#adviceView(this.answers.get(keyOf(spot)) ?? null) : null}
    </div>`;
  }

  /** @param {Advice | Problem | null} advice */
  #adviceView(advice) {
    if (!advice) return html`<p class="muted small">Thinking…</p>`;
    if ("problem" in advice) return html`<p class="notice bad small">${advice.problem}</p>`;
    const { facts, opinions, solver } = advice;
    const opponents = facts.opponents === 1 ? "a random hand" : `${facts.opponents} random hands`;
    return html`<div class="stack">
      <p class="small">${inlineCards(facts.cards)} ${facts.board.length ? html`on ${inlineCards(facts.board)}` : null}</p>
      <dl class="facts">
        <dt>Equity against ${opponents}</dt><dd>${formatPercent(facts.equity, 1)}</dd>
        ${facts.call
          ? html`<dt>Equity needed to call</dt><dd>${formatPercent(facts.pot_odds, 1)}</dd>
              <dt>Value of a call</dt><dd>${this.formatChips(Math.round(facts.call_value))}</dd>`
          : null}
        ${facts.cost !== null
          ? html`<dt>Your choice cost</dt><dd>${facts.cost > 0 ? this.formatChips(Math.round(facts.cost)) : "nothing"}</dd>`
          : null}
      </dl>
      ${this.#solverView(solver)}
      ${facts.agents.map((name) => this.#opinionView(displayName(name), opinions.get(name)))}
    </div>`;
  }

  /** @param {Solved | Problem | null} solver */
  #solverView(solver) {
    if (!solver) return html`<p class="small muted">The solver is thinking…</p>`;
    if ("problem" in solver) return html`<p class="small muted">${solver.problem}</p>`;
    const cost = solver.cost >= 0.5 ? html`cost <b>${this.formatChips(Math.round(solver.cost))}</b>` : "cost nothing";
    return html`<div>
      <p class="small"><b>Solver</b>: your choice ${cost}</p>
      <table class="stats">
        <thead><tr><th>Action</th><th>how often</th><th>worth</th></tr></thead>
        <tbody>
          ${solver.steps.map(
            (step) => html`<tr>
              <th scope="row">${step.action}</th>
              <td>${formatPercent(step.probability)}</td>
              <td>${this.formatChips(Math.round(step.value))}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      <p class="small muted">If ${solver.assumes}; solved to ${solver.exploitability_pct.toFixed(1)} % of the pot.</p>
    </div>`;
  }

  /** @param {string} name @param {Opinion | Problem | undefined} opinion */
  #opinionView(name, opinion) {
    if (!opinion) return html`<p class="small muted"><b>${name}</b> is thinking…</p>`;
    if ("problem" in opinion) return html`<p class="small muted"><b>${name}</b>: ${opinion.problem}</p>`;
    const action = `${opinion.action}${opinion.to ? ` to ${this.formatChips(opinion.to)}` : ""}`;
    const { probabilities, reasons } = opinion;
    const summary = probabilities.map((each) => `${each.action} ${formatPercent(each.probability)}`).join(", ");
    return html`<div>
      <p class="small"><b>${name}</b> ${opinion.failure ? `has no answer: ${opinion.failure}` : `would ${action}`}</p>
      ${probabilities.length
        ? html`<div class="bars" role="img" aria-label=${summary}>
            ${probabilities.map((each) => html`<span class=${each.action} style=${{ "--share": String(each.probability) }}></span>`)}
          </div>`
        : null}
      ${Object.keys(reasons).length ? html`<details class="small"><summary>why</summary>${factsView(reasons)}</details>` : null}
    </div>`;
  }
}

/** @param {Spot} spot */
function keyOf({ hand, turn }) {
  return `${hand}.${turn}`;
}

customElements.define("fb-coach", CoachView);
