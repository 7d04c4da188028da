import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { seatToken } from "../lib/seats.js";
import { problemView } from "../elements/fields.js";

/** All tables that are open. */
export default class Tables extends Piece {
  /** @type {any[] | null} */
  tables = null;
  #listing = new Task(this);

  start() {
    this.#ask();
    const timer = setInterval(() => this.#ask(), 5000);
    this.finally(() => clearInterval(timer));
  }

  #ask() {
    if (this.#listing.busy) return;
    this.#listing.refresh(() => ask("/tables"), (tables) => {
      this.tables = tables;
    });
  }

  view() {
    return html`
      <header class="head"><div><h1>Tables</h1><p>Come back to a table of yours, or watch another.</p></div><a class="button primary" href="/play">Open a table</a></header>
      ${problemView(this.#listing.problem)}
      ${this.tables?.length ? html`<div class="scroll"><table class="data">
        <thead><tr><th>Table</th><th>Game</th><th>Stakes</th><th>Players</th><th class="number">Hands</th><th><span class="unseen">Go there</span></th></tr></thead>
        <tbody>${this.tables.map((table) => html`<tr>
          <td>${table.table}</td><td>${table.format === "cash" ? "Cash" : "Sit-and-go"}, ${table.betting}</td><td>${table.level}</td><td>${table.players.join(", ")}</td><td class="number">${table.hands}</td>
          <td class="number"><a class="button" href=${`/table/${table.table}`}>${seatToken(table.table) ? "Take your seat" : "Watch"}</a></td></tr>`)}</tbody></table></div>`
        : this.tables ? html`<section class="empty card"><h2>No table is open</h2><p>Open one and it is listed here.</p></section>` : null}
    `;
  }
}
