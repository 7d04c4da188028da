import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { reviewToken } from "../lib/reviews.js";
import { handsToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { inlineCards, splitCards } from "../elements/cards.js";
import { headView, problemView, scrollView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/solver-form.js";

/** @typedef {import("../lib/spots.js").Solve} Solve */

/** The form for a spot, and what was solved before. */
export default class Solver extends Component {
  /** @type {Solve[]} */
  solves = [];
  /** The spot of a hand to be studied. @type {Api.StudySpotResponse | null} */
  given = null;
  #loading = new Task(this);
  #finding = new Task(this);

  start() {
    const find = spotOfAddress(new URLSearchParams(location.search));
    if (find) {
      this.#finding.run(find, (spot) => {
        this.given = spot;
      });
    }
    this.#loading.run(() => get("/solutions"), (solves) => {
      this.solves = /** @type {Solve[]} */ (/** @type {unknown} */ (solves));
    });
  }

  view() {
    return html`
      ${headView("Solver", "The equilibrium of a heads-up spot, from any flop, turn or river.")}
      ${studyNav()}
      ${problemView(this.#loading.problem)}${problemView(this.#finding.problem)}
      ${this.#finding.busy ? html`<p class="notice" role="status">The ranges of this hand are being read from its line…</p>` : null}
      ${this.given ? html`<p class="notice" role="status">The spot is filled in: both ranges follow from the line of the hand.</p>` : null}
      <fb-solver-form .given=${this.given}></fb-solver-form>
      ${this.solves.length
        ? html`<section class="below"><h2>Solved before</h2>${scrollView("Solved before", tableView(this.solves.slice(0, 30)))}</section>`
        : null}
    `;
  }
}

/**
 * Return how to find the spot that an address names: a decision of a review, or a step of a hand.
 * @param {URLSearchParams} query
 * @returns {(() => Promise<Api.StudySpotResponse>) | null}
 */
function spotOfAddress(query) {
  const [review, hand] = [query.get("review"), query.get("hand")];
  if (review) {
    const params = { number: review, decision: query.get("decision") ?? "0" };
    return () => get("/reviews/{number}/spots/{decision}", { params, token: reviewToken(Number(review)) });
  }
  if (!hand) return null;
  const [run, serial] = hand.split(".");
  return () => get("/hands/{run}/{serial}/spot", { params: { run, serial }, query: { step: query.get("step") ?? "0" }, token: handsToken(Number(run)) });
}

/** @param {Solve[]} solves */
function tableView(solves) {
  return html`<table class="data">
    <thead>
      <tr>
        <th>Board</th><th class="number">Pot</th><th class="number">Stacks</th><th>Out of position</th><th>In position</th>
        <th class="number">Exploitability</th><th>Status</th>
      </tr>
    </thead>
    <tbody>
      ${solves.map(
        ({ id, spot, locks, exploitability_pct: exploitability, status }) => html`<tr>
          <td class="board-cell"><a href=${`/study/solver/${id}`}>${inlineCards(splitCards(spot.board))}</a></td>
          <td class="number">${spot.pot}</td>
          <td class="number">${spot.stack}</td>
          <td class="clip">${spot.oop}</td>
          <td class="clip">${spot.ip}</td>
          <td class="number">${exploitability === null ? "–" : `${exploitability.toFixed(2)} %`}</td>
          <td>
            ${statusTag(status)}
            ${locks.length ? html` <span class="tag warn">locked</span>` : null}
            ${spot.removed?.length ? html` <span class="tag">edited</span>` : null}
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
