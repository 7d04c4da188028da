import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post } from "../lib/api.js";
import { formatPercent } from "../lib/format.js";
import { CLASSES } from "../lib/range.js";
import { headsUpRepetition, jamTableRepetition } from "../lib/repetition.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, numberField, problemView, scrollView, segments, textField, valueOf } from "../elements/fields.js";
import { classGrid, filled } from "../elements/grid.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/** @typedef {Api.Post["/pushfold/table"]["answer"]} Table */

/** Who jams and who calls. */
export default class PushFold extends Component {
  /** @type {"stack" | "all" | "table"} */
  mode = "stack";
  stack = 10;
  ante = 0;
  /** @type {Api.Get["/pushfold"]["answer"] | null} */
  heads = null;
  /** @type {Api.Get["/pushfold/chart"]["answer"] | null} */
  chart = null;
  /** @type {"jam" | "call"} */
  side = "jam";
  stacks = "10, 10, 10";
  prizes = "";
  /** @type {Table | null} */
  table = null;
  position = 0;
  /** The position whose jam is called in the grid that is shown; "" for a jam. */
  against = "";
  #loading = { stack: new Task(this), all: new Task(this), table: new Task(this) };

  start() {
    const query = new URLSearchParams(location.search);
    this.stack = Number(query.get("stack")) || 10;
    this.ante = Number(query.get("ante")) || 0;
    this.#solveHeads();
    this.#loadChart();
  }

  #solveHeads() {
    const { stack, ante } = this;
    history.replaceState(null, "", `/study/pushfold?stack=${stack}${ante ? `&ante=${ante}` : ""}`);
    this.#loading.stack.refresh(() => get("/pushfold", { query: { stack, ante } }), (heads) => {
      this.heads = heads;
    });
  }

  #loadChart() {
    const { ante } = this;
    this.#loading.all.refresh(() => get("/pushfold/chart", { query: { ante } }), (chart) => {
      this.chart = chart;
    });
  }

  /** @param {Event} event */
  #solveTable(event) {
    event.preventDefault();
    const question = { stacks: numbers(this.stacks), prizes: numbers(this.prizes), ante: this.ante };
    this.#loading.table.run(() => post("/pushfold/table", question), (table) => {
      this.table = table;
      this.position = 0;
      this.against = "";
    });
  }

  /** @param {number} stack */
  #setStack(stack) {
    this.stack = Math.min(100, Math.max(1.5, stack));
    this.#solveHeads();
  }

  /** @param {number} ante */
  #setAnte(ante) {
    this.ante = ante;
    this.#solveHeads();
    this.#loadChart();
  }

  /** @param {number} position @param {string} against */
  #look(position, against) {
    this.position = position;
    this.against = against;
    this.update();
  }

  view() {
    const views = { stack: () => this.#headsView(), all: () => this.#chartView(), table: () => this.#tableView() };
    return html`
      ${headView("Push or fold", "All-in or fold: the equilibrium, solved as you move the slider.")}
      ${studyNav()}
      <section class="card stack tools">
        <div class="tool-row">
          ${segments("Chart", this.mode, [["stack", "Heads-up"], ["all", "All stacks"], ["table", "3–9 players"]], (mode) => {
            this.mode = mode;
            this.update();
          })}
          ${numberField("Ante per player (big blinds)", this.ante, (ante) => this.#setAnte(ante), { min: 0, max: 1, step: 0.05 })}
        </div>
        ${this.mode === "stack" ? this.#sliderView() : this.mode === "table" ? this.#formView() : null}
        ${problemView(this.#loading[this.mode].problem)}
      </section>
      ${views[this.mode]()}
      ${repetitionView(this.#repetition())}
    `;
  }

  #repetition() {
    const { mode, stack, ante } = this;
    return mode === "table" ? jamTableRepetition(numbers(this.stacks), numbers(this.prizes), ante) : headsUpRepetition(stack, ante);
  }

  #sliderView() {
    return html`<label class="field stack-slider">
      <span>Effective stack: <b>${this.stack} big blinds</b></span>
      <input type="range" min="1.5" max="30" step="0.5" .value=${String(this.stack)}
        @input=${(/** @type {Event} */ event) => this.#setStack(Number(valueOf(event)))}>
    </label>`;
  }

  #formView() {
    const { busy } = this.#loading.table;
    const prizes = { placeholder: "50, 30, 20", live: true };
    return html`<form class="tool-row" @submit=${(/** @type {Event} */ event) => this.#solveTable(event)}>
      ${textField("Stacks in order of action, blinds last", this.stacks, (text) => (this.stacks = text), { live: true })}
      ${textField("Prizes, first place first (optional)", this.prizes, (text) => (this.prizes = text), prizes)}
      <button class="button primary" ?disabled=${busy}>${busy ? "Solving…" : "Solve"}</button>
    </form>`;
  }

  #headsView() {
    const { heads } = this;
    if (!heads) return html`<p class="muted">Solving…</p>`;
    const value = `${heads.value >= 0 ? "+" : "−"}${Math.abs(heads.value).toFixed(4)}`;
    return html`<div class="two-grids">
        <section class="card">
          <h2>Small blind jams <span class="muted">${formatPercent(heads.jam_share, 1)}</span></h2>
          ${shareGrid("The small blind jams", heads.jam, "var(--act-bet-2)")}
        </section>
        <section class="card">
          <h2>Big blind calls <span class="muted">${formatPercent(heads.call_share, 1)}</span></h2>
          ${shareGrid("The big blind calls", heads.call, "var(--act-call)")}
        </section>
      </div>
      <p class="muted small after">
        The small blind wins ${value} big blinds per hand; nobody can gain more than ${heads.exploitability.toExponential(1)} by
        deviating.
      </p>`;
  }

  #chartView() {
    const { chart } = this;
    if (!chart) return html`<p class="muted">Solving…</p>`;
    const row = chart[this.side];
    const most = Math.max(...chart.stacks);
    const colour = this.side === "jam" ? "--act-bet-2" : "--act-call";
    const data = {
      label: "Share of hands that jam and call by stack",
      x: chart.stacks.filter((stack) => stack <= 30),
      xName: "big blinds",
      yName: "% of hands",
      lines: [
        { name: "Small blind jams", values: chart.jam_shares.map((share) => 100 * share) },
        { name: "Big blind calls", values: chart.call_shares.map((share) => 100 * share) },
      ],
    };
    return html`<div class="split even">
      <section class="card">
        <h2>Biggest stack</h2>
        ${segments("Who", this.side, [["jam", "Small blind jams"], ["call", "Big blind calls"]], (side) => {
          this.side = side;
          this.update();
        })}
        ${classGrid({ label: "The biggest stack at which each hand goes all-in", square: (at) => stackSquare(at, row[at], most, colour) })}
        <p class="muted small">The biggest stack, in big blinds, at which the hand still goes all-in at least half the time.</p>
      </section>
      <section class="card"><h2>How many hands</h2><fb-chart .data=${data}></fb-chart></section>
    </div>`;
  }

  #tableView() {
    const { table } = this;
    if (!table) {
      return html`<section class="card empty">
        <h2>Up to nine players</h2>
        <p>Stacks are in big blinds. With prizes, chips are worth what the independent chip model says.</p>
      </section>`;
    }
    const here = table.positions[this.position];
    const against = this.against && here.calls[this.against] ? this.against : here.jam ? "" : Object.keys(here.calls)[0];
    const row = against ? here.calls[against] : here.jam ?? [];
    return html`<div class="split even">
      <section class="card">
        <h2>${against ? `${here.position} calls ${against}'s jam` : `${here.position} jams, first in`}</h2>
        ${shareGrid("How often each hand goes all-in", row, against ? "var(--act-call)" : "var(--act-bet-2)")}
      </section>
      <section class="card">
        <h2>Positions</h2>
        ${scrollView("Positions", this.#positionsView(table, against), "flat")}
        <p class="muted small after">
          Values in ${table.unit} per hand, learnt from ${table.deals.toLocaleString("en")} sampled deals. Pick a figure to see its grid.
        </p>
      </section>
    </div>`;
  }

  /** @param {Table} table @param {string} against */
  #positionsView({ positions }, against) {
    const pick = (/** @type {number} */ at, /** @type {string} */ jammer, /** @type {string} */ text) => {
      const isPicked = at === this.position && jammer === against;
      return html`<button class="link" aria-pressed=${String(isPicked)} @click=${() => this.#look(at, jammer)}>${text}</button> `;
    };
    return html`<table class="data">
      <thead>
        <tr><th>Position</th><th class="number">Stack</th><th class="number">Jams</th><th>Calls a jam from</th><th class="number">Value</th></tr>
      </thead>
      <tbody>
        ${positions.map(
          ({ position, stack, jam, jam_share: share, call_shares: calls, value, value_error: error }, at) => html`<tr>
            <td><b>${position}</b></td>
            <td class="number">${stack}</td>
            <td class="number">${jam ? pick(at, "", formatPercent(share ?? 0)) : "–"}</td>
            <td>${Object.entries(calls).map(([jammer, called]) => pick(at, jammer, `${jammer} ${formatPercent(called)}`))}</td>
            <td class="number">
              ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(3)}<br><small class="muted">± ${(1.96 * error).toFixed(3)}</small>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/** @param {string} label @param {number[]} row @param {string} colour */
function shareGrid(label, row, colour) {
  return classGrid({
    label,
    square: (at) => {
      const percent = Math.round(100 * row[at]);
      const small = row[at] > 0.02 && row[at] < 0.98 ? String(percent) : "";
      return { style: filled(row[at], colour), label: `${CLASSES[at]}, ${percent} %`, kind: "share-square", small };
    },
  });
}

/** @param {number} at @param {number} stack @param {number} most @param {string} colour */
function stackSquare(at, stack, most, colour) {
  if (!stack) return { style: { "--heat": "transparent" }, label: `${CLASSES[at]}, at no stack`, kind: "empty" };
  const strength = Math.round(12 + 50 * Math.min(1, stack / 20));
  return {
    style: { "--heat": `color-mix(in srgb, var(${colour}) ${strength}%, var(--raised))` },
    label: `${CLASSES[at]}, up to ${stack} big blinds`,
    kind: "heat",
    small: stack >= most ? `${most}+` : String(stack),
  };
}

/** Return the numbers of a text; what is no number becomes -1, which the server refuses. @param {string} text */
function numbers(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map(Number).map((value) => (Number.isFinite(value) ? value : -1));
}
