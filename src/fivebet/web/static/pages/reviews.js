import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post } from "../lib/api.js";
import { keepJob } from "../lib/jobs.js";
import { keepReview, knownReviews, reviewToken } from "../lib/reviews.js";
import { go } from "../lib/router.js";
import { handsToken, seatedTables } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { headView, problemView, scrollView, statusTag, textField } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/** @typedef {import("./review.js").Review} Review */

const MOST_SHOWN = 12;

/** Start a review of one's own play, and see the earlier ones. */
export default class Reviews extends Component {
  run = "";
  player = "";
  /** @type {Review[]} */
  reviews = [];
  #starting = new Task(this);

  start() {
    const query = new URLSearchParams(location.search);
    this.run = query.get("run") ?? "";
    this.player = query.get("player") ?? "";
    for (const { number } of knownReviews().slice(0, MOST_SHOWN)) this.#load(number);
  }

  /** @param {number} number */
  async #load(number) {
    const found = await get("/reviews/{number}", { params: { number }, token: reviewToken(number) }).catch(() => null);
    if (!found) return; // the card room has forgotten it
    this.reviews = [...this.reviews, /** @type {Review} */ (found)].sort((a, b) => b.number - a.number);
    this.update();
  }

  /** @param {number} run @param {string} player */
  #review(run, player) {
    if (this.#starting.busy) return;
    this.#starting.run(() => post("/reviews", { run, player }, { token: handsToken(run) }), (review) => {
      keepReview({ number: review.number, run, player: review.player });
      keepJob(`review ${review.number}`, review.token);
      go(`/study/review/${review.number}`);
    });
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (Number(this.run)) this.#review(Number(this.run), this.player);
  }

  view() {
    const about = "Every decision of yours after the flop, solved with ranges that follow from the line, and what it cost in big blinds.";
    const { busy, problem } = this.#starting;
    return html`
      ${headView("Review", about)}
      ${studyNav()}
      ${problemView(problem)}
      <div class="split even">
        <section class="card stack">
          <h2>Your tables</h2>
          ${seatedTables().length
            ? html`<ul class="stack">${seatedTables().slice(0, MOST_SHOWN).map((table) => this.#tableView(table))}</ul>`
            : html`<p class="muted">Play at a table, and review the session here.</p>`}
        </section>
        <form class="card stack" @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
          <h2>Other hands</h2>
          ${textField("Run", this.run, (run) => (this.run = run), { mode: "numeric", hint: "Its number is at every hand, and said when hands are imported." })}
          ${textField("Player", this.player, (player) => (this.player = player), { hint: "At your own table it is you." })}
          <button class="button primary" ?disabled=${busy}>${busy ? "Starting…" : "Review these hands"}</button>
        </form>
      </div>
      ${this.#trendView()}
      ${this.reviews.length ? html`<section class="below"><h2>Earlier reviews</h2>${scrollView("Earlier reviews", this.#listView())}</section>` : null}
      <p class="muted small after">
        No-limit hold'em is judged: streets that two players see by solving, hands for two before the flop by what our strategy
        wins, and larger tables before the flop by how often the champion does the same. Reviews run when nobody else needs the
        machine.
      </p>
    `;
  }

  /** Show what was lost from review to review, once there are two. */
  #trendView() {
    const done = this.reviews.filter(({ status, result }) => status === "finished" && result?.hands).reverse();
    if (done.length < 2) return null;
    let hands = 0;
    const data = {
      label: "Big blinds lost in a hundred hands, from review to review",
      x: done.map(({ hands: played }) => (hands += played)),
      lines: [{ name: "BB/100 lost", values: done.map(({ result }) => result?.cost_per_100 ?? null) }],
      xName: "hands reviewed",
      yName: "BB/100 lost",
    };
    return html`<section class="card below"><h2>Over time</h2><fb-chart .data=${data}></fb-chart></section>`;
  }

  /** @param {number} table */
  #tableView(table) {
    return html`<li class="row between">
      <span>Table ${table}</span>
      <span class="row">
        <a class="button quiet" href=${`/hands?run=${table}`} aria-label=${`Hands of table ${table}`}>Hands</a>
        <button class="button" type="button" ?disabled=${this.#starting.busy} aria-label=${`Review table ${table}`}
          @click=${() => this.#review(table, "")}>Review</button>
      </span>
    </li>`;
  }

  #listView() {
    return html`<table class="data">
      <thead>
        <tr><th>Review</th><th>Player</th><th class="number">Hands</th><th class="number">Cost, BB</th><th class="number">BB/100</th><th>Status</th></tr>
      </thead>
      <tbody>
        ${this.reviews.map(
          ({ number, player, hands, result, status }) => html`<tr>
            <td><a href=${`/study/review/${number}`}>Review ${number}</a></td>
            <td>${player}</td>
            <td class="number">${hands}</td>
            <td class="number">${result ? result.cost.toFixed(2) : "–"}</td>
            <td class="number">${result?.hands ? result.cost_per_100.toFixed(1) : "–"}</td>
            <td>${statusTag(status)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}
