import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { seatToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { headView, lookupView, problemView, scrollView } from "../elements/fields.js";

/** @typedef {Api.Get["/tables/{number}/standings"]["answer"]} Standing */

const EVERY = 3000;

/** How a tournament of several tables stands. */
export default class TournamentPage extends Component {
  /** @type {Record<string, string>} */
  params = {};
  /** @type {Standing | null} */
  standing = null;
  #loading = new Task(this);

  start() {
    this.#load();
    this.every(EVERY, () => this.#load());
  }

  #load() {
    if (this.#loading.busy || this.standing?.closed) return;
    this.#loading.refresh(() => get("/tables/{number}/standings", { params: { number: Number(this.params.number) } }), (standing) => {
      this.standing = standing;
    });
  }

  view() {
    const { standing } = this;
    if (!standing) return lookupView("Tournament", this.#loading.problem, "/tables");
    const { table, entrants, closed, tables } = standing;
    const text = closed ? `${entrants} players. It is over.` : `${entrants} players. All tables play a hand at a time.`;
    const seat = seatToken(table) ? "Return to your seat" : "Watch";
    return html`
      ${headView(`Tournament ${table}`, text, html`<p class="row">
        ${closed ? null : html`<a class="button primary" href=${`/table/${table}`}>${seat}</a>`}
        <a class="button" href=${`/hands?run=${table}`}>Hands</a>
      </p>`)}
      ${problemView(this.#loading.problem)}
      ${closed ? null : figuresView(standing)}
      <div class="split">
        <div class="lobby stack">
          ${standing.expected.length ? html`<p class="notice small">${`Not here yet: ${standing.expected.join(", ")}.`}</p>` : null}
          <div class="lobby-tables">
            ${tables.filter(({ seats }) => seats.length > 1).map((each) => keyed(each.number, tableView(standing, each)))}
          </div>
          ${standing.finishes.length ? finishesView(standing) : null}
        </div>
        ${prizesView(standing)}
      </div>
    `;
  }
}

/** @param {Standing} standing */
function figuresView({ level, next_level: next, hands_to_next: hands, left, entrants, stack }) {
  return html`<section class="card standing"><dl class="figures-row">
    <div><dt>Blinds</dt><dd>${level}</dd></div>
    <div><dt>Next level</dt><dd>${next}<small> in ${hands} ${hands === 1 ? "hand" : "hands"}</small></dd></div>
    <div><dt>Players left</dt><dd>${left}<small> of ${entrants}</small></dd></div>
    <div><dt>Average stack</dt><dd>${averageOf({ stack, entrants, left }).toLocaleString("en")}</dd></div>
  </dl></section>`;
}

/** @param {Pick<Standing, "stack" | "entrants" | "left">} standing */
function averageOf({ stack, entrants, left }) {
  return Math.round((stack * entrants) / Math.max(1, left));
}

/** @param {Standing} standing @param {Standing["tables"][number]} table */
function tableView(standing, { number, seats }) {
  const average = averageOf(standing);
  const watch = seatToken(standing.table) ? null : html`<a class="small" href=${`/table/${standing.table}?at=${number}`}>watch</a>`;
  return html`<section class="lobby-table">
    <h2>Table ${number + 1} ${watch}</h2>
    <ul>
      ${[...seats].sort((a, b) => b.stack - a.stack).map(
        ({ name, agent, stack }) => html`<li>
          <span>${name} ${agent ? null : html`<small class="tag accent">person</small>`}</span>
          <span class="stack-bar" aria-hidden="true"><i style=${{ "--share": String(Math.min(1, stack / average / 3)) }}></i></span>
          <b>${stack ? stack.toLocaleString("en") : "out"}</b>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {Standing} standing */
function prizesView({ prizes, finishes }) {
  const winners = new Map(finishes.map(({ place, name }) => [place, name]));
  return html`<section class="card">
    <h2>Prizes</h2>
    <ol class="totals">
      ${prizes.map((prize, at) => html`<li><span>${at + 1}. ${winners.get(at + 1) ?? ""}</span><span>${Math.round(prize).toLocaleString("en")}</span></li>`)}
    </ol>
    <p class="muted small after">Everybody has put in 100. Who is out in the same hand with as many chips shares the prizes.</p>
  </section>`;
}

/** @param {Standing} standing */
function finishesView({ finishes, closed }) {
  const rows = [...finishes].sort((a, b) => a.place - b.place);
  return html`<section class="stack">
    <h2>${closed ? "Places" : "Out"}</h2>
    ${scrollView(closed ? "All players by place" : "Players who are out", html`<table class="data dense">
      <thead><tr><th class="number">Place</th><th>Player</th><th class="number">Prize</th></tr></thead>
      <tbody>
        ${rows.map(({ place, name, prize }) => html`<tr>
          <td class="number">${place}</td>
          <td>${name}</td>
          <td class="number">${prize ? Math.round(prize).toLocaleString("en") : "–"}</td>
        </tr>`)}
      </tbody>
    </table>`)}
  </section>`;
}
