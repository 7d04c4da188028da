import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post } from "../lib/api.js";
import { formatName } from "../lib/format.js";
import { go } from "../lib/router.js";
import { keepSeat, seatToken } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { headView, lookupView, problemView, textField } from "../elements/fields.js";

/**
 * Where an invitation leads: a table, and a seat to take. The invitation stands behind the
 * address's #, so that it never reaches the server's logs.
 */
export default class Join extends Component {
  /** @type {Record<string, string>} */
  params = {};
  /** @type {Api.Get["/tables/{number}"]["answer"] | null} */
  table = null;
  name = settings.values.name.trim().toLowerCase() === "you" ? "" : settings.values.name;
  #loading = new Task(this);
  #joining = new Task(this);

  start() {
    const number = Number(this.params.number);
    if (seatToken(number)) {
      go(`/table/${number}`, { replace: true });
      return;
    }
    this.#loading.run(() => get("/tables/{number}", { params: { number } }), (table) => {
      this.table = table;
    });
  }

  /** @param {string} name */
  #setName(name) {
    this.name = name;
    settings.set({ name });
  }

  #join() {
    const number = Number(this.params.number);
    const body = { invitation: location.hash.slice(1) || "-", name: this.name };
    this.#joining.run(
      async () => keepSeat(number, (await post("/tables/{number}/join", body, { params: { number } })).token),
      () => go(`/table/${number}`, { replace: true }),
    );
  }

  view() {
    const { table } = this;
    if (!table) return lookupView("Table", this.#loading.problem, "/tables");
    return html`
      ${headView("You are invited", `A seat is reserved for you at table ${this.params.number}.`)}
      ${problemView(this.#joining.problem)}
      <section class="card stack invitation">
        <dl class="facts">
          <dt>Game</dt><dd>${formatName(table.format)}, ${table.betting}, ${table.level}</dd>
          <dt>Players</dt><dd>${table.players.length > 10 ? table.players.length : table.players.join(", ")}</dd>
          <dt>Hands so far</dt><dd>${table.hands}</dd>
        </dl>
        ${textField("Your name", this.name, (name) => this.#setName(name), { most: 24, placeholder: "as it is on the invitation", hint: "what others see" })}
        <p class="row">
          <button class="button primary big" ?disabled=${this.#joining.busy} @click=${() => this.#join()}>Take the seat</button>
          <a class="button big" href=${`/table/${table.table}`}>Watch only</a>
        </p>
        <p class="muted small">
          An invitation by name works once, and this browser remembers your seat. Nobody else sees your cards, not even the person who invited you.
        </p>
      </section>
    `;
  }
}
