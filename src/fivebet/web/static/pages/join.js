import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { go } from "../lib/router.js";
import { keepSeat, seatToken } from "../lib/seats.js";
import { lookupView, problemView } from "../elements/fields.js";

/** Where an invitation leads: the table, and a seat to take. The address keeps the invitation from the server's logs. */
export default class Join extends Piece {
  /** @type {Record<string, string>} */
  params = {};
  /** @type {any} */
  table = null;
  #loading = new Task(this);
  #joining = new Task(this);

  start() {
    const number = Number(this.params.number);
    if (seatToken(number)) {
      go(`/table/${number}`, { replace: true });
      return;
    }
    this.#loading.run(() => ask(`/tables/${number}`), (table) => {
      this.table = table;
    });
  }

  #join() {
    const number = Number(this.params.number);
    this.#joining.run(
      async () => {
        const seat = await post(`/tables/${number}/join`, { invitation: location.hash.slice(1) || "-" });
        keepSeat(number, seat.token);
      },
      () => go(`/table/${number}`, { replace: true }),
    );
  }

  view() {
    const { table } = this;
    if (!table) return lookupView("Table", this.#loading.problem, "/tables");
    return html`
      <header class="head"><div><h1>You are invited</h1><p>A seat is kept for you at table ${this.params.number}.</p></div></header>
      ${problemView(this.#joining.problem)}
      <section class="card stack invitation">
        <dl class="facts"><dt>Game</dt><dd>${table.format === "cash" ? "Cash game" : "Sit-and-go"}, ${table.betting}, ${table.level}</dd>
          <dt>At the table</dt><dd>${table.players.join(", ")}</dd>
          <dt>Hands so far</dt><dd>${table.hands}</dd></dl>
        <p class="row"><button class="button primary big" ?disabled=${this.#joining.busy} @click=${() => this.#join()}>Take the seat</button><a class="button big" href=${`/table/${table.table}`}>Watch only</a></p>
        <p class="muted small">The link works once, and this browser keeps the seat. Nobody else sees your cards, not even who invited you.</p>
      </section>
    `;
  }
}
