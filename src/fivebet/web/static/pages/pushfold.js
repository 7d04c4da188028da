import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { CLASSES } from "../lib/range.js";
import { classGrid, filled } from "../elements/grid.js";
import { numberField, problemView, segments, textField } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/** Who jams and who calls. */
export default class PushFold extends Piece {
  mode = "stack";
  stack = 10;
  ante = 0;
  /** @type {any} */
  heads = null;
  /** @type {any} */
  chart = null;
  side = "jam";
  stacks = "10, 10, 10";
  prizes = "";
  /** @type {any} */
  table = null;
  position = 0;
  against = "";
  #asking = new Task(this);
  #charting = new Task(this);
  #solving = new Task(this);

  start() {
    const query = new URLSearchParams(location.search);
    this.stack = Number(query.get("stack")) || 10;
    this.ante = Number(query.get("ante")) || 0;
    this.#ask();
    this.#askChart();
  }

  #ask() {
    history.replaceState(null, "", `/study/pushfold?stack=${this.stack}${this.ante ? `&ante=${this.ante}` : ""}`);
    const question = `/pushfold?stack=${this.stack}&ante=${this.ante}`;
    this.#asking.refresh(() => ask(question), (heads) => {
      this.heads = heads;
    });
  }

  #askChart() {
    const { ante } = this;
    this.#charting.refresh(() => ask(`/pushfold/chart?ante=${ante}`), (chart) => {
      this.chart = chart;
    });
  }

  #askTable() {
    const question = { stacks: numbers(this.stacks), prizes: numbers(this.prizes), ante: this.ante };
    this.#solving.run(() => post("/pushfold/table", question), (table) => {
      this.table = table;
      this.position = 0;
      this.against = "";
    });
  }

  /** @param {number} stack */
  #setStack(stack) {
    this.stack = Math.min(100, Math.max(1.5, stack));
    this.#ask();
    this.changed();
  }

  /** @param {number} ante */
  #setAnte(ante) {
    this.ante = ante;
    this.#ask();
    this.#askChart();
  }

  view() {
    return html`
      <header class="head"><div><h1>Push or fold</h1><p>All-in or nothing: the equilibrium, solved as you move the slider.</p></div></header>
      ${studyNav()}
      <section class="card stack tools">
        <div class="tool-row">
          ${segments("Chart", this.mode, [["stack", "Heads-up"], ["all", "All stacks"], ["table", "3 to 9 players"]], (mode) => {
            this.mode = mode;
            this.changed();
          })}
          ${numberField("Ante of each player, big blinds", this.ante, (ante) => this.#setAnte(ante), { min: 0, max: 1, step: 0.05 })}
        </div>
        ${this.mode === "stack" ? html`<label class="field stack-slider"><span>Effective stack: <b>${this.stack} big blinds</b></span><input type="range" min="1.5" max="30" step="0.5" .value=${String(this.stack)} @input=${(/** @type {Event} */ event) => this.#setStack(Number(/** @type {HTMLInputElement} */ (event.target).value))}></label>` : null}
        ${this.mode === "table" ? html`<form class="tool-row" @submit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          this.#askTable();
        }}>${textField("Stacks in order of action, the blinds last", this.stacks, (text) => (this.stacks = text), { live: true })}${textField("Prizes from the first place, if they count", this.prizes, (text) => (this.prizes = text), { placeholder: "50, 30, 20", live: true })}<button class="button primary" ?disabled=${this.#solving.busy}>${this.#solving.busy ? "Dealing…" : "Solve"}</button></form>` : null}
        ${problemView({ stack: this.#asking, all: this.#charting, table: this.#solving }[this.mode]?.problem ?? "")}
      </section>
      ${this.mode === "stack" ? this.#headsView() : this.mode === "all" ? this.#chartView() : this.#tableView()}
    `;
  }

  #headsView() {
    const { heads } = this;
    if (!heads) return html`<p class="muted">Solving…</p>`;
    return html`<div class="two-grids">
      <section class="card"><h2>Small blind jams <span class="muted">${(100 * heads.jam_share).toFixed(1)} %</span></h2>${shareGrid("The small blind jams", heads.jam, "var(--act-bet-2)")}</section>
      <section class="card"><h2>Big blind calls <span class="muted">${(100 * heads.call_share).toFixed(1)} %</span></h2>${shareGrid("The big blind calls", heads.call, "var(--act-call)")}</section>
    </div><p class="muted small after">The small blind wins ${heads.value >= 0 ? "+" : "−"}${Math.abs(heads.value).toFixed(4)} big blinds a hand; nobody could gain more than ${heads.exploitability.toExponential(1)}.</p>`;
  }

  #chartView() {
    const { chart } = this;
    if (!chart) return html`<p class="muted">Solving…</p>`;
    const row = chart[this.side];
    const most = Math.max(...chart.stacks);
    return html`<div class="split even">
      <section class="card"><h2>Biggest stack</h2>
        ${segments("Who", this.side, [["jam", "Small blind jams"], ["call", "Big blind calls"]], (side) => {
          this.side = side;
          this.changed();
        })}
        ${classGrid({
          label: "The biggest stack at which each hand goes all-in",
          square: (at) => ({
            style: { "--heat": row[at] ? `color-mix(in srgb, var(${this.side === "jam" ? "--act-bet-2" : "--act-call"}) ${Math.round(12 + 50 * Math.min(1, row[at] / 20))}%, var(--raised))` : "transparent" },
            label: row[at] ? `${CLASSES[at]}, up to ${row[at]} big blinds` : `${CLASSES[at]}, at no stack`,
            kind: row[at] ? "heat" : "empty",
            small: row[at] ? (row[at] >= most ? `${most}+` : String(row[at])) : "",
          }),
        })}
        <p class="muted small">The biggest stack, in big blinds, at which the hand still goes all-in at least half the time.</p></section>
      <section class="card"><h2>How many hands</h2><fb-chart .data=${{
        label: "Share of hands that jam and call by stack",
        x: chart.stacks.filter((/** @type {number} */ stack) => stack <= 30),
        xName: "big blinds",
        yName: "% of hands",
        lines: [
          { name: "Small blind jams", values: chart.jam_shares.map((/** @type {number} */ share) => 100 * share) },
          { name: "Big blind calls", values: chart.call_shares.map((/** @type {number} */ share) => 100 * share) },
        ],
      }}></fb-chart></section></div>`;
  }

  #tableView() {
    if (!this.table) return html`<section class="card empty"><h2>Up to nine players</h2><p>Stacks are in big blinds. With prizes, chips count what the independent chip model says.</p></section>`;
    const { positions, unit, deals } = this.table;
    const here = positions[this.position];
    const jammers = Object.keys(here.calls);
    const against = this.against && here.calls[this.against] ? this.against : here.jam ? "" : jammers[0];
    const row = against ? here.calls[against] : here.jam;
    return html`<div class="split even"><section class="card"><h2>${against ? `${here.position} calls ${against}'s jam` : `${here.position} jams, first in`}</h2>
        ${shareGrid("How often each hand goes all-in", row, against ? "var(--act-call)" : "var(--act-bet-2)")}</section>
      <section class="card"><h2>Positions</h2><div class="scroll flat" tabindex="0" role="region" aria-label="Positions"><table class="data"><thead><tr><th>Position</th><th class="number">Stack</th><th class="number">Jams</th><th>Calls a jam of</th><th class="number">Value</th></tr></thead><tbody>
        ${positions.map((/** @type {any} */ each, /** @type {number} */ at) => html`<tr><td><b>${each.position}</b></td><td class="number">${each.stack}</td>
          <td class="number">${each.jam ? html`<button class="link" aria-pressed=${String(at === this.position && !against)} @click=${() => this.#look(at, "")}>${Math.round(100 * each.jam_share)} %</button>` : "–"}</td>
          <td>${Object.entries(each.call_shares).map(([jammer, share]) => html`<button class="link" aria-pressed=${String(at === this.position && against === jammer)} @click=${() => this.#look(at, jammer)}>${jammer} ${Math.round(100 * /** @type {number} */ (share))} %</button> `)}</td>
          <td class="number">${each.value >= 0 ? "+" : "−"}${Math.abs(each.value).toFixed(3)}<br><small class="muted">± ${(1.96 * each.value_error).toFixed(3)}</small></td></tr>`)}</tbody></table></div>
        <p class="muted small after">Values in ${unit} a hand, sampled: learnt from ${deals.toLocaleString("en")} deals. Pick a figure to see its grid.</p></section></div>`;
  }

  /** @param {number} position @param {string} against */
  #look(position, against) {
    this.position = position;
    this.against = against;
    this.changed();
  }
}

/** @param {string} label @param {number[]} row @param {string} colour */
function shareGrid(label, row, colour) {
  return classGrid({
    label,
    square: (at) => ({ style: filled(row[at], colour), label: `${CLASSES[at]}, ${Math.round(100 * row[at])} %`, kind: "share-square", small: row[at] > 0.02 && row[at] < 0.98 ? String(Math.round(100 * row[at])) : "" }),
  });
}

/** @param {string} text */
function numbers(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map(Number).map((value) => (Number.isFinite(value) ? value : -1));
}
