import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post, remove } from "../lib/api.js";
import { formatPercent, formatSigned, signClass } from "../lib/format.js";
import { follow, isOver, jobToken, keepJob } from "../lib/jobs.js";
import { CLASSES } from "../lib/range.js";
import { chartRepetition } from "../lib/repetition.js";
import { Task } from "../lib/task.js";
import { actionColours, shareGradient } from "../elements/actions.js";
import { cardsView, splitCards } from "../elements/cards.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView, progressView, scrollView, segments, selectField, statusTag } from "../elements/fields.js";
import { classGrid } from "../elements/grid.js";
import { studyNav } from "../elements/study-nav.js";

/** @typedef {Api.ChartSetResponse} ChartSet */
/** @typedef {Api.ChartNodeResponse} ChartNode */
/** @typedef {Api.ChartTitle} Title */

const NAMES = /** @type {Record<string, string>} */ ({ preflop: "Heads-up", ring: "Six players", pushfold: "Push or fold", flops: "Flops" });
const DEFAULTS = /** @type {Record<string, string>} */ ({ preflop: "100", ring: "100", pushfold: "2x10" });

/** Solutions at hand: pick a chart, walk its lines, and read every hand. */
export default class Charts extends Component {
  /** @type {ChartSet[]} */
  sets = [];
  set = "preflop";
  chart = "";
  /** The steps to the decision that is shown. @type {string[]} */
  path = [];
  /** @type {ChartNode | null} */
  node = null;
  /** The class that is picked; -1 for none. */
  chosen = -1;
  /** The flop that is to be solved. */
  wanted = "";
  /** @type {Api.FlopRunResponse | null} */
  run = null;
  #listing = new Task(this);
  #looking = new Task(this);
  #making = new Task(this);

  start() {
    const query = new URLSearchParams(location.search);
    this.set = query.get("set") ?? "preflop";
    this.chart = query.get("chart") ?? "";
    this.path = (query.get("at") ?? "").split(",").map((step) => step.trim()).filter(Boolean);
    this.#list();
  }

  #list() {
    this.#listing.run(() => get("/library"), (sets) => {
      this.sets = sets;
      if (!sets.some(({ name }) => name === this.set)) this.set = sets[0].name;
      this.#open(this.set, this.chart, this.path);
    });
  }

  get #here() {
    return this.sets.find(({ name }) => name === this.set);
  }

  /** Show a decision of a chart; without one, the usual or the first of its set. @param {string} set @param {string} chart @param {string[]} [path] */
  #open(set, chart, path = []) {
    this.set = set;
    const charts = this.#here?.charts ?? [];
    const usual = charts.find((each) => each.chart === DEFAULTS[set]) ?? charts[0];
    this.chart = charts.some((each) => each.chart === chart) ? chart : usual?.chart ?? "";
    this.#go(this.chart === chart ? path : []);
  }

  /** @param {string[]} path */
  #go(path) {
    this.path = path;
    const { set, chart } = this;
    const at = path.join(", ");
    const query = new URLSearchParams({ set, ...(chart ? { chart } : {}), ...(at ? { at } : {}) });
    history.replaceState(null, "", `/study/charts?${query}`);
    if (!chart) {
      this.node = null;
      this.#looking.drop();
      this.update();
      return;
    }
    this.#looking.run(() => get("/library/{name}/{chart}", { params: { name: set, chart }, query: { at } }), (node) => {
      this.node = node;
      // Who can only check does not decide.
      if (node.actions.length === 1 && node.actions[0].further) this.#go([...path, node.actions[0].name]);
    });
  }

  #make() {
    const chart = this.wanted || this.#here?.missing[0]?.chart;
    if (!chart) return;
    const place = location.search;
    this.#making.run(() => post("/library/flops/{chart}/runs", undefined, { params: { chart } }), (run) => {
      keepJob(`flop ${chart}`, run.token);
      this.run = run;
      const take = (/** @type {Api.FlopRunResponse} */ news) => {
        this.run = news;
        if (news.status === "finished") {
          this.run = null;
          this.wanted = "";
          // Who reads another chart by now is not taken away from it.
          if (location.search === place) {
            this.chart = chart;
            this.path = [];
          }
          this.#list();
        }
        this.update();
      };
      const complain = (/** @type {string} */ problem) => {
        this.#making.error = new Error(problem);
        this.update();
      };
      follow(this, "/library/flops/{chart}/runs", { chart }, take, complain);
    });
  }

  /** @param {string} chart */
  #stop(chart) {
    this.#making.run(() => remove("/library/flops/{chart}/runs", { params: { chart }, token: jobToken(`flop ${chart}`) }));
  }

  view() {
    const here = this.#here;
    return html`
      ${headView("Charts", "Solutions at hand: pick one, walk its lines, and read every hand.")}
      ${studyNav()}
      ${problemView(this.#listing.problem, () => this.#list())}
      ${here ? this.#toolsView(here) : html`<p class="muted">Loading…</p>`}
      ${problemView(this.#looking.problem)}
      ${this.node && this.chart ? this.#nodeView(this.node) : null}
      ${this.node && this.chart ? repetitionView(chartRepetition(this.set, this.chart, this.path)) : null}
    `;
  }

  /** @param {ChartSet} here */
  #toolsView(here) {
    const names = /** @type {[string, string][]} */ (this.sets.map(({ name, title }) => [name, NAMES[name] ?? title]));
    return html`<section class="card stack tools">
      <div class="tool-row">
        ${segments("Charts of", this.set, names, (name) => this.#open(name, ""))}
        ${this.#choiceView(here.charts)}
      </div>
      <p class="muted small">${here.about}</p>
      ${here.missing.length ? this.#makeView(here.missing) : null}
    </section>`;
  }

  /** Show the charts in one list, or in two where titles have two parts. @param {Title[]} charts */
  #choiceView(charts) {
    if (!charts.length) return html`<p class="muted">None is solved yet.</p>`;
    const parts = charts.map(({ chart, title }) => ({ chart, parts: title.split(", ") }));
    const now = parts.find(({ chart }) => chart === this.chart) ?? parts[0];
    if (now.parts.length < 2) {
      return selectField("Chart", this.chart, charts.map(({ chart, title }) => [chart, title]), (chart) => this.#open(this.set, chart));
    }
    const firsts = [...new Set(parts.map((each) => each.parts[0]))];
    const same = parts.filter((each) => each.parts[0] === now.parts[0]);
    const pick = (/** @type {string} */ first) => {
      const others = parts.filter((each) => each.parts[0] === first);
      this.#open(this.set, (others.find((each) => each.parts[1] === now.parts[1]) ?? others[0]).chart);
    };
    return html`${selectField("Where", now.parts[0], firsts.map((first) => [first, first]), pick)}
      ${selectField("Chart", this.chart, same.map(({ chart, parts: [, second] }) => [chart, second]), (chart) => this.#open(this.set, chart))}`;
  }

  /** @param {Title[]} missing */
  #makeView(missing) {
    const { run } = this;
    if (run && !isOver(run.status)) {
      return html`<div class="stack">
        <p class="row">${statusTag(run.status)} <b>${run.chart}</b>
          ${jobToken(`flop ${run.chart}`) ? html`<button type="button" class="button danger" @click=${() => this.#stop(run.chart)}>Stop</button>` : null}
        </p>
        ${progressView(run.progress, "Solving the flop")}
      </div>`;
    }
    const titles = /** @type {[string, string][]} */ (missing.map(({ chart, title }) => [chart, title]));
    return html`<form class="tool-row" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.#make();
      }}>
        ${selectField("Not solved yet", this.wanted || missing[0].chart, titles, (chart) => (this.wanted = chart))}
        <button class="button" ?disabled=${this.#making.busy}>Solve this flop</button>
      </form>
      <p class="muted small">It takes a minute or two of one core, and is kept.</p>
      ${problemView(this.#making.problem || (run?.status === "failed" ? run.error : ""))}`;
  }

  /** @param {ChartNode} node */
  #nodeView(node) {
    const names = node.actions.map(({ name }) => name);
    const colours = actionColours(names);
    return html`${this.#stripView(node, colours)}
      <div class="split even solution">
        <section class="card">
          <div class="row between"><h2>${node.player}</h2>${node.board ? html`<span class="spot-line">${cardsView(splitCards(node.board))}</span>` : null}</div>
          ${classGrid({
            label: `${node.player}: what each hand does`,
            chosen: this.chosen,
            pick: (at) => {
              this.chosen = this.chosen === at ? -1 : at;
              this.update();
            },
            square: (at) => square(node, at, colours),
          })}
        </section>
        <section class="card stack">
          <h2>${this.chosen < 0 ? "All hands" : CLASSES[this.chosen]}</h2>
          ${scrollView("How often each action is taken", actionsTable(node, this.chosen, colours), "flat")}
          <p class="muted small">
            ${this.chosen < 0
              ? "Pick a hand, by mouse or by arrow keys and Enter, to read its numbers."
              : `${formatPercent(node.classes[this.chosen].weight)} of this hand comes here.`}
          </p>
          ${node.study ? html`<p><a class="button" href=${node.study}>More about this</a></p>` : null}
        </section>
      </div>`;
  }

  /** Show the line that leads to a decision, and the actions there. @param {ChartNode} node @param {string[]} colours */
  #stripView(node, colours) {
    return html`<ol class="strip" aria-label="The line so far">
      ${node.steps.map(
        ({ player, actions, taken }, at) => html`<li>
          <div class="strip-card">
            <small>${player}</small>
            ${actions.map(
              ({ name, label }) => html`<button type="button" class=${name === taken ? "strip-action taken" : "strip-action"}
                aria-pressed=${String(name === taken)}
                @click=${() => this.#go(name === taken ? this.path.slice(0, at) : [...this.path.slice(0, at), name])}>${label}</button>`,
            )}
          </div>
        </li>`,
      )}
      <li>
        <div class="strip-card now">
          <small>${node.player}</small>
          ${node.actions.map(
            ({ name, label, share, further }, at) => html`<button type="button" class="strip-action" style=${{ "--colour": colours[at] }}
              ?disabled=${!further} @click=${() => this.#go([...this.path, name])}>
              <i aria-hidden="true"></i>${label}<b>${formatPercent(share)}</b>
            </button>`,
          )}
        </div>
      </li>
    </ol>`;
  }
}

/**
 * @param {ChartNode} node
 * @param {number} at
 * @param {string[]} colours
 * @returns {import("../elements/grid.js").Square}
 */
function square(node, at, colours) {
  const { name, weight, shares } = node.classes[at];
  if (weight < 0.005) return { style: { "--mix": "none", "--share": "0" }, label: `${name}, not held`, kind: "empty" };
  const mix = shares.flatMap((share, action) =>
    share > 0.005 ? [`${node.actions[action].label} ${formatPercent(share)}`] : [],
  );
  const style = { "--mix": shareGradient(shares, colours), "--share": Math.min(1, weight).toFixed(3) };
  return { style, label: `${name}: ${mix.join(", ")}`, kind: "mix" };
}

/** Show how often actions are taken by one class, or by all. @param {ChartNode} node @param {number} chosen @param {string[]} colours */
function actionsTable({ actions, classes }, chosen, colours) {
  const one = chosen < 0 ? null : classes[chosen];
  const hasValues = Boolean(one?.values.length);
  return html`<table class="data dense">
    <thead>
      <tr><th>Action</th><th class="number">How often</th>${hasValues ? html`<th class="number">Worth (big blinds)</th>` : null}</tr>
    </thead>
    <tbody>
      ${actions.map(({ label, share }, at) => {
        const value = one?.values[at] ?? null;
        return html`<tr>
          <td><i class="dot" style=${{ "--colour": colours[at] }}></i>${label}</td>
          <td class="number">${one ? (one.shares.length ? formatPercent(one.shares[at], 1) : "–") : formatPercent(share, 1)}</td>
          ${hasValues ? html`<td class=${`number ${signClass(value ?? 0)}`}>${value === null ? "–" : formatSigned(value)}</td>` : null}
        </tr>`;
      })}
    </tbody>
  </table>`;
}
