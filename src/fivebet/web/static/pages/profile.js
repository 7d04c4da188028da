import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post, postText } from "../lib/api.js";
import { displayName } from "../lib/agents.js";
import { save } from "../lib/download.js";
import { formatNumber, formatSigned, signClass } from "../lib/format.js";
import { statisticsRepetition } from "../lib/repetition.js";
import { forgetReviews, knownReviews, reviewToken } from "../lib/reviews.js";
import { forgetHands, handsToken, seatedTables } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView, scrollView } from "../elements/fields.js";
import { statisticsView } from "../elements/hud.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/**
 * @typedef {Api.ProfileResponse} Profile
 * @typedef {import("./review.js").Review} Review
 * @typedef {{ kind: string, decisions: number, cost: number }} Spots
 */

const WORST = 3;
const HANDS_FILE = "fivebet-hands.phhs";

/** How the person at this browser plays, over all their tables. */
export default class ProfilePage extends Component {
  /** @type {Profile | null} */
  profile = null;
  /** @type {Review[]} */
  reviews = [];
  asksToDelete = false;
  said = "";
  #loading = new Task(this);
  #working = new Task(this);

  start() {
    this.#load();
    for (const { number } of knownReviews()) this.#loadReview(number);
  }

  #load() {
    this.#loading.refresh(() => post("/profile", { seats: ownSeats() }), (profile) => {
      this.profile = profile;
    });
  }

  /** @param {number} number */
  async #loadReview(number) {
    const found = await get("/reviews/{number}", { params: { number }, token: reviewToken(number) }).catch(() => null);
    if (!found) return; // the card room has forgotten it
    this.reviews = [...this.reviews, /** @type {Review} */ (found)];
    this.update();
  }

  #export() {
    this.#working.run(
      async () => [await postText("/profile/hands", { seats: ownSeats() }), JSON.stringify({ profile: this.profile, reviews: this.reviews }, null, 1)],
      ([hands, data]) => {
        save(HANDS_FILE, hands);
        save("fivebet-profile.json", data);
      },
    );
  }

  #delete() {
    this.#working.run(() => post("/profile/delete", { seats: ownSeats() }), ({ deleted, kept }) => {
      forgetHands(deleted);
      forgetReviews();
      this.reviews = [];
      this.asksToDelete = false;
      this.said = `Deleted: ${deleted.length} tables and their reviews. ${kept.map((reason) => `Kept: ${reason}.`).join(" ")}`;
      this.#load();
    });
  }

  /** @param {boolean} asks */
  #ask(asks) {
    this.asksToDelete = asks;
    this.update();
  }

  view() {
    const { profile } = this;
    return html`
      ${headView("Profile", "How you play, over all tables of this browser. There is no account: the tokens of your seats open it, and nobody else's.")}
      ${studyNav()}
      ${problemView(this.#loading.problem || this.#working.problem)}
      ${this.said ? html`<p class="notice" role="status">${this.said}</p>` : null}
      ${profile || this.#loading.problem ? null : html`<p class="muted" role="status">Adding up your hands…</p>`}
      ${profile?.hands ? this.#profileView(profile) : null}
      ${profile && !profile.hands
        ? html`<section class="card empty"><h2>No hands yet</h2><p>Play some, and see here how.</p><a class="button primary" href="/play">Play</a></section>`
        : null}
    `;
  }

  /** @param {Profile} profile */
  #profileView(profile) {
    return html`
      ${graphView(profile)}
      <div class="profile-grid below">
        <section class="card">
          <h2>Statistics</h2>
          ${profile.statistics ? statisticsView([profile.statistics], [], () => "All tables") : null}
        </section>
        <div class="stack">${ratingView(profile)}${this.#spotsView()}${this.#dataView()}</div>
      </div>
      ${repetitionView(statisticsRepetition(HANDS_FILE))}
    `;
  }

  #spotsView() {
    const results = this.reviews.flatMap(({ number, result }) => (result ? [{ number, result }] : []));
    const spots = byKind(results.map(({ result }) => result));
    const worst = results
      .flatMap(({ number, result }) => result.decisions.map((each) => ({ number, each })))
      .filter(({ each }) => (each.cost ?? 0) > 0)
      .sort((a, b) => (b.each.cost ?? 0) - (a.each.cost ?? 0))
      .slice(0, WORST);
    return html`<section class="card stack">
      <h2>Best and worst spots</h2>
      ${spots.length
        ? html`<ul class="totals">
            ${spots.map(
              ({ kind, decisions, cost }) => html`<li>
                <span>${kind} <small class="muted">${decisions}</small></span><span>${(cost / decisions).toFixed(2)} BB each</span>
              </li>`,
            )}
          </ul>`
        : html`<p class="muted">A review says which spots cost you most.</p>`}
      ${worst.map(
        ({ number, each }) => html`<p class="small">
          <a href=${`/study/review/${number}`}>${each.street}, ${each.kind}</a>: ${each.chosen} instead
          of ${each.best}, <span class="minus">−${(each.cost ?? 0).toFixed(2)} BB</span></p>`,
      )}
      <p class="row"><a class="button" href="/study/review">Review</a></p>
    </section>`;
  }

  #dataView() {
    const { busy } = this.#working;
    return html`<section class="card stack">
      <h2>Your data</h2>
      <p class="row">
        <button class="button" ?disabled=${busy} @click=${() => this.#export()}>Export</button>
        ${this.asksToDelete
          ? html`<button class="button danger" ?disabled=${busy} @click=${() => this.#delete()}>Yes, delete everything</button>
              <button class="button quiet" @click=${() => this.#ask(false)}>Keep</button>`
          : html`<button class="button danger" @click=${() => this.#ask(true)}>Delete</button>`}
      </p>
      <p class="muted small">Exported are your hands as PHH, and these figures as JSON. Deleted are your tables and reviews; hands of other people stay.</p>
    </section>`;
  }
}

/** @returns {{ table: number, token: string }[]} */
function ownSeats() {
  return seatedTables().flatMap((table) => {
    const token = handsToken(table);
    return token ? [{ table, token }] : [];
  });
}

/** @param {Profile} profile */
function graphView({ curve, won, adjusted, hands, tables }) {
  if (!curve || !won || !adjusted) return html`<section class="card"><p>${hands} hands: play a few more for a graph.</p></section>`;
  const reach = (/** @type {Api.MeanResponse} */ mean) => {
    const half = formatNumber(Math.round((mean.high - mean.low) / 2));
    return `${formatSigned(Math.round(mean.bb_per_100))} ± ${half} BB/100`;
  };
  const figures = `${reach(won)} as played, ${reach(adjusted)} without the luck of all-ins`;
  const data = {
    label: `Big blinds won over ${hands} hands: ${figures}.`,
    x: curve.played,
    lines: [{ name: "You", values: curve.won, dashed: curve.adjusted, mean: curve.mean, spread: curve.spread }],
    xName: "hands",
    yName: "big blinds",
    banded: true,
  };
  return html`<section class="card">
    <h2>Winnings <span class="muted small">dashed: luck-adjusted</span></h2>
    <fb-chart .data=${data}></fb-chart>
    <p class="muted small">${`${hands} hands at ${tables} tables: ${figures}. The bands cover 70 % and 95 % of such runs.`}</p>
  </section>`;
}

/** @param {Profile} profile */
function ratingView({ rating, opponents, hands_a_game: size }) {
  const table = html`<table class="data">
    <thead><tr><th>Agent</th><th class="number">Hands</th><th class="number">Won, BB</th><th class="number">Rating</th></tr></thead>
    <tbody>
      ${opponents.map(
        ({ name, hands, bb, points }) => html`<tr>
          <td>${displayName(name)}</td>
          <td class="number">${hands}</td>
          <td class=${`number ${signClass(bb)}`}>${formatSigned(Math.round(10 * bb) / 10)}</td>
          <td class="number">${points === null ? "–" : Math.round(points)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
  return html`<section class="card stack">
    <h2>Rating against agents</h2>
    ${rating
      ? html`<p><b class="figure">${Math.round(rating.points)}</b> ± ${Math.round(1.96 * rating.error)}</p>`
      : html`<p class="muted">${`Play ${size} hands against an agent for a rating.`}</p>`}
    ${opponents.length ? scrollView("Agents that you met", table) : null}
    <p class="muted small">${`${size} hands against an agent are a game. The mean of all is 1500; 400 points are odds of ten to one.`}</p>
  </section>`;
}

/** Return what decisions cost by kind of spot, over all reviews, the best kind first. @param {import("./review.js").Result[]} results @returns {Spots[]} */
function byKind(results) {
  /** @type {Map<string, Spots>} */
  const found = new Map();
  for (const { name, decisions, cost } of results.flatMap((result) => result.totals.kind)) {
    const known = found.get(name) ?? { kind: name, decisions: 0, cost: 0 };
    found.set(name, { kind: name, decisions: known.decisions + decisions, cost: known.cost + cost });
  }
  return [...found.values()].sort((a, b) => a.cost / a.decisions - b.cost / b.decisions);
}
