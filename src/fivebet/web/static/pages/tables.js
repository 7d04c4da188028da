import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { formatName } from "../lib/format.js";
import { seatToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { headView, problemView } from "../elements/fields.js";

/** @typedef {Api.Get["/tables"]["answer"][number]} Table */

const MOST_NAMED = 10;

/** All open tables. */
export default class Tables extends Component {
  /** @type {Table[] | null} */
  tables = null;
  #loading = new Task(this);

  start() {
    this.#load();
    this.every(5000, () => this.#load());
  }

  #load() {
    if (this.#loading.busy) return;
    this.#loading.refresh(() => get("/tables"), (tables) => {
      this.tables = tables;
    });
  }

  view() {
    const { tables } = this;
    return html`
      ${headView("Tables", "Return to one of your tables, or watch another.", html`<a class="button primary" href="/play">Open a table</a>`)}
      ${problemView(this.#loading.problem)}
      ${tables?.length ? html`<ul class="table-list">${tables.map((each) => keyed(each.table, tableView(each)))}</ul>` : null}
      ${tables && !tables.length
        ? html`<section class="empty card"><h2>No table is open</h2><p>Tables appear here as soon as they are opened.</p></section>`
        : null}
    `;
  }
}

/** @param {Table} table */
function tableView({ table, format, betting, level, players, hands }) {
  const others = players.length - MOST_NAMED;
  const names = `${players.slice(0, MOST_NAMED).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
  return html`<li class="card">
    <div class="table-about">
      <h2>Table ${table} <span class="muted small">${formatName(format)}, ${betting}, ${level}</span></h2>
      <p class="muted small">${names}</p>
    </div>
    <span class="muted small">${hands} ${hands === 1 ? "hand" : "hands"}</span>
    <span class="row">
      ${format === "tournament" ? html`<a class="button quiet" href=${`/tournament/${table}`}>Standings</a>` : null}
      <a class="button" href=${`/table/${table}`}>${seatToken(table) ? "Return to your seat" : "Watch"}</a>
    </span>
  </li>`;
}
