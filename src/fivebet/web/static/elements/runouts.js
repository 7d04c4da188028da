import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { formatPercent } from "../lib/format.js";
import { Task } from "../lib/task.js";
import { actionColours, scaleColour, shareGradient } from "./actions.js";
import { cardName, inlineCards } from "./cards.js";
import { problemView, scrollView, segments } from "./fields.js";
import { moveInGrid } from "./grid.js";

/**
 * @typedef {Api.With<Api.Runout, { ev: [number | null, number | null], equity: [number | null, number | null] }>} Runout
 * @typedef {Api.With<Api.RunoutsResponse, { cards: Runout[] }>} Runouts
 */

const DECK = [..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
const SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

/** Every card that may come: what it is worth, and what is done after it. It dispatches `card` with { card }, and `ready` when they can be picked. */
class RunoutReport extends Component {
  /** @type {Runouts | null} */
  runouts = null;
  /** What the map shows: a player's value or equity, or how often an action is taken. */
  shows = "ev 0";
  #id = "";
  #path = "";
  #loading = new Task(this);

  /** The solution and the path of the node; the report is loaded again when they change. @param {{ id: string, path: string[], version: number }} node */
  set node({ id, path, version }) {
    const wanted = `${version} ${path.join(", ")}`;
    if (id === this.#id && wanted === this.#path) return;
    const isOther = id !== this.#id || path.join(", ") !== this.#path.split(" ").slice(1).join(" ");
    this.#id = id;
    this.#path = wanted;
    if (isOther) this.runouts = null;
    const options = { params: { id }, query: { path: path.join(", ") } };
    this.#loading.refresh(() => get("/solutions/{id}/runouts", options), async (runouts) => {
      this.runouts = /** @type {Runouts} */ (/** @type {unknown} */ (runouts));
      if (!this.#metrics().some(([key]) => key === this.shows)) this.shows = "ev 0";
      await new Promise(requestAnimationFrame);
      this.dispatchEvent(new CustomEvent("ready"));
    });
  }

  /** @returns {[string, string][]} */
  #metrics() {
    const actions = this.runouts?.actions ?? [];
    return [
      ["ev 0", "OOP's value"],
      ["ev 1", "IP's value"],
      ["equity 0", "OOP's equity"],
      ...actions.map((action) => /** @type {[string, string]} */ ([`act ${action}`, `OOP: ${action}`])),
    ];
  }

  /** @param {Runout} runout @param {string} shows */
  #value({ ev, equity, frequencies }, shows) {
    const [kind, ...rest] = shows.split(" ");
    if (kind === "ev") return ev[Number(rest[0])];
    return kind === "equity" ? equity[Number(rest[0])] : frequencies[rest.join(" ")] ?? null;
  }

  view() {
    const { runouts, shows } = this;
    const show = (/** @type {string} */ metric) => {
      this.shows = metric;
      this.update();
    };
    return html`<section class="card runouts">
      <div class="row between">
        <h2>Which card comes next?</h2>
        ${runouts ? html`<p class="muted small">${this.#meanText(runouts)}</p>` : null}
      </div>
      ${problemView(this.#loading.problem)}
      ${runouts ? segments("Show", shows, this.#metrics(), show) : html`<p class="muted" role="status">Playing out every card…</p>`}
      ${this.#mapView(runouts)}
      ${runouts ? this.#tableView(runouts) : null}
    </section>`;
  }

  /** @param {Runouts} runouts */
  #meanText({ cards }) {
    const mean = (/** @type {string} */ shows) => cards.reduce((sum, each) => sum + each.weight * (this.#value(each, shows) ?? 0), 0);
    const [oop, ip] = [mean("ev 0").toFixed(1), mean("ev 1").toFixed(1)];
    return `On average out of position wins ${oop} and in position ${ip}, with ${formatPercent(mean("equity 0"), 1)} equity out of position.`;
  }

  /** @param {Runouts | null} runouts */
  #mapView(runouts) {
    const known = new Map(runouts?.cards.map((each) => [each.card, each]));
    const values = (runouts?.cards ?? []).flatMap((each) => this.#value(each, this.shows) ?? []);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const colours = actionColours(runouts?.actions ?? []);
    const first = DECK.find((card) => known.has(card));
    return html`<div class="deck static heat-deck" role="group" aria-label="Cards that may come" @keydown=${moveInGrid}>
      ${DECK.map((card) => {
        const runout = known.get(card);
        const value = runout ? this.#value(runout, this.shows) : null;
        const style = runout
          ? { "--heat": value === null ? "var(--sunken)" : scaleColour(value, least, most), "--mix": this.#mix(runout, colours) }
          : {};
        return html`<button type="button" class=${`deck-card ${card[1]} ${runout ? "heat" : ""}`} style=${style} ?disabled=${!runout}
          tabindex=${card === first ? 0 : -1} aria-label=${runout ? this.#label(runout) : cardName(card)} @click=${() => this.#pick(card)}>
          <b>${card[0]}<span data-text=${SIGNS[card[1]]}></span></b>
          ${runout
            ? html`<small data-text=${this.#format(value, 1)} data-short=${this.#format(value, 0)}></small><i aria-hidden="true"></i>`
            : null}
        </button>`;
      })}
    </div>`;
  }

  /** @param {Runout} runout @param {string[]} colours */
  #mix({ frequencies }, colours) {
    return shareGradient(Object.values(frequencies).map((share) => share ?? 0), colours);
  }

  /** @param {number | null} value @param {number} digits for which narrow screens have no room */
  #format(value, digits) {
    if (value === null) return "–";
    return this.shows.startsWith("ev") ? value.toFixed(digits) : String(Math.round(100 * value));
  }

  /** @param {Runout} runout */
  #label({ card, ev, frequencies }) {
    const acts = Object.entries(frequencies).map(([action, share]) => `${action} ${formatPercent(share ?? 0)}`);
    return `${cardName(card)}: ${(ev[0] ?? 0).toFixed(1)} to ${(ev[1] ?? 0).toFixed(1)}; ${acts.join(", ")}`;
  }

  /** @param {string} card */
  #pick(card) {
    this.dispatchEvent(new CustomEvent("card", { detail: { card } }));
  }

  /** @param {Runouts} runouts */
  #tableView({ cards, actions }) {
    const sorted = [...cards].sort((a, b) => (this.#value(b, this.shows) ?? 0) - (this.#value(a, this.shows) ?? 0));
    const number = (/** @type {number | null} */ value) => (value === null ? "–" : value.toFixed(1));
    const percent = (/** @type {number | null} */ value) => (value === null ? "–" : formatPercent(value, 1));
    const table = html`<table class="data dense">
      <thead>
        <tr>
          <th>Card</th><th class="number">OOP's value</th><th class="number">IP's value</th><th class="number">OOP's equity</th>
          ${actions.map((action) => html`<th class="number">${action}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${sorted.map(
          ({ card, ev, equity, frequencies }) => html`<tr>
            <td>${inlineCards([card])}</td>
            <td class="number">${number(ev[0])}</td>
            <td class="number">${number(ev[1])}</td>
            <td class="number">${percent(equity[0])}</td>
            ${actions.map((action) => html`<td class="number">${percent(frequencies[action])}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>`;
    return html`<details><summary>All numbers</summary>${scrollView("Every card's numbers", table, "flat tall")}</details>`;
  }
}

customElements.define("fb-runouts", RunoutReport);
