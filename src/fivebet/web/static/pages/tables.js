import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { formatName } from "../lib/format.js";
import { seatToken } from "../lib/seats.js";
import { Task } from "../lib/task.js";
import { headView, problemView, scrollView } from "../elements/fields.js";

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
      ${tables?.length ? scrollView("Tables", tableView(tables)) : null}
      ${tables && !tables.length
        ? html`<section class="empty card"><h2>No table is open</h2><p>Tables appear here as soon as they are opened.</p></section>`
        : null}
    `;
  }
}

/** @param {Table[]} tables */
function tableView(tables) {
  return html`<table class="data">
    <thead>
      <tr>
        <th>Table</th><th>Game</th><th>Stakes</th><th>Players</th><th class="number">Hands</th>
        <th><span class="visually-hidden">Go there</span></th>
      </tr>
    </thead>
    <tbody>
      ${tables.map(
        ({ table, format, betting, level, players, hands }) => html`<tr>
          <td>${table}</td>
          <td>${formatName(format)}, ${betting}</td>
          <td>${level}</td>
          <td>${players.length > MOST_NAMED ? `${players.slice(0, MOST_NAMED).join(", ")} and ${players.length - MOST_NAMED} more` : players.join(", ")}</td>
          <td class="number">${hands}</td>
          <td class="number">
            ${format === "tournament" ? html`<a class="button quiet" href=${`/tournament/${table}`}>Standings</a>` : null}
            <a class="button" href=${`/table/${table}`}>${seatToken(table) ? "Return to your seat" : "Watch"}</a>
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
