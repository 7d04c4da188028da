import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post, remove } from "../lib/api.js";
import { formatError, formatPercent } from "../lib/format.js";
import { follow, isOver, jobToken, keepJob } from "../lib/jobs.js";
import { CLASSES } from "../lib/range.js";
import { Task } from "../lib/task.js";
import { actionColours, heatColour, shareGradient } from "../elements/actions.js";
import { cardName, cardsView, inlineCards, splitCards } from "../elements/cards.js";
import { lookupView, problemView, scrollView, segments, statusTag } from "../elements/fields.js";
import { classGrid } from "../elements/grid.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/**
 * @typedef {{ bets: string, raises: string, donks: string | null }} Sizes
 * @typedef {{ board: string, pot: number, stack: number, oop: string, ip: string, menus: Sizes[][], add_all_in: number,
 *   force_all_in: number, merge: number, rake: number, rake_cap: number }} Spot
 * @typedef {Api.With<Api.Get["/solutions/{id}"]["answer"], { spot: Spot }>} Solve
 * @typedef {{ name: string, share: number | null, combos: number }} Action
 * @typedef {{ player: string, pot: number, taken: string, actions: string[] }} Step
 * @typedef {{ combos: number, weight: number, shares: number[], ev: number, equity: number }} ClassFigures
 * @typedef {{ hand: string, class: string, weight: number, shares: (number | null)[], values: (number | null)[], ev: number | null,
 *   equity: number | null }} HandFigures
 * @typedef {Api.With<Api.Get["/solutions/{id}/node"]["answer"], { actions: Action[], steps: Step[], classes: ClassFigures[], hands: HandFigures[] }>} TreeNode
 */

const NAMES = /** @type {Record<string, string>} */ ({ oop: "Out of position", ip: "In position", deal: "Card" });
const STREETS = ["flop", "turn", "river"];
const DECK = [..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
const ROWS = 40;

/** A spot being solved, or solved: its convergence, and its tree to walk in. */
export default class SolutionPage extends Component {
  /** @type {{ id: string }} */
  params = { id: "" };
  /** @type {Solve | null} */
  solve = null;
  /** @type {TreeNode | null} */
  node = null;
  path = new URLSearchParams(location.search).get("at") ?? "";
  problem = "";
  /** The class that is picked; -1 for none. */
  chosen = -1;
  /** @type {"strategy" | "ev" | "equity"} */
  shows = "strategy";
  /** @type {"class" | "ev" | "equity"} */
  order = "class";
  all = false;
  #looking = new Task(this);
  #changing = new Task(this);
  #again = false;

  start() {
    this.#follow();
  }

  #follow() {
    const take = (/** @type {Api.Get["/solutions/{id}"]["answer"]} */ solve) => {
      const isNew = this.solve === null || this.solve.exploitability_pct !== solve.exploitability_pct;
      this.solve = /** @type {Solve} */ (solve);
      this.problem = solve.status === "failed" ? formatError(solve.error) : "";
      const hasTree = solve.status !== "failed" && solve.status !== "waiting";
      if (hasTree && (isNew || isOver(solve.status))) this.#look();
      this.update();
    };
    const complain = (/** @type {string} */ problem) => {
      this.problem = problem;
      this.update();
    };
    follow(this, "/solutions/{id}", this.params, take, complain);
  }

  /** Load the node of the path; one at a time, since a busy solver answers late. */
  async #look() {
    this.#again = this.#looking.busy;
    if (this.#again) return;
    const { path } = this;
    await this.#looking.refresh(() => get("/solutions/{id}/node", { params: this.params, query: { path } }), (node) => {
      if (path === this.path) this.node = /** @type {TreeNode} */ (node);
    });
    if (this.#again && this.isShown) this.#look();
  }

  /** @param {string[]} steps */
  #go(steps) {
    this.path = steps.join(", ");
    this.chosen = -1;
    history.replaceState(null, "", `${location.pathname}${this.path ? `?at=${encodeURIComponent(this.path)}` : ""}`);
    this.#look();
    this.update();
  }

  #stop() {
    this.#changing.run(() => remove("/solutions/{id}", { params: this.params, token: jobToken(`solve ${this.params.id}`) }), (solve) => {
      this.solve = /** @type {Solve} */ (solve);
    });
  }

  /** Solve on, from what is known, to a smaller exploitability. @param {Spot} spot @param {number} target */
  #solveFurther({ board, pot, stack, oop, ip, menus, add_all_in, force_all_in, merge, rake, rake_cap }, target) {
    /** @type {Record<string, string>} */
    const sizes = {};
    menus.forEach((streets, player) =>
      streets.forEach(({ bets, raises, donks }, street) => {
        const where = `${STREETS[street]} ${["oop", "ip"][player]}`;
        sizes[`bets ${where}`] = bets;
        sizes[`raises ${where}`] = raises;
        if (donks !== null) sizes[`donks ${where}`] = donks;
      }),
    );
    const spot = { board, pot, stack, oop, ip, sizes, add_all_in, force_all_in, merge, rake: 100 * rake, rake_cap, target };
    this.#changing.run(() => post("/solutions", spot), (solve) => {
      keepJob(`solve ${solve.id}`, solve.token);
      this.solve = /** @type {Solve} */ (/** @type {unknown} */ (solve));
      this.#follow();
    });
  }

  view() {
    const { solve, node } = this;
    if (!solve) return html`${studyNav()}${lookupView("Solution", this.problem, "/study/solver")}`;
    const { spot, status } = solve;
    return html`
      <header class="head solution-head">
        <div>
          <h1 class="visually-hidden">Solution of ${spot.board}</h1>
          <div class="spot-line">
            ${cardsView(splitCards(spot.board))}
            <span>
              <b>Pot ${spot.pot.toLocaleString("en")}</b><br>
              <span class="muted">${spot.stack.toLocaleString("en")} behind</span>
            </span>
          </div>
        </div>
        ${this.#actionsView(solve)}
      </header>
      ${problemView(this.problem || this.#changing.problem || this.#looking.problem)}
      ${convergenceView(solve)}
      ${node ? this.#treeView(spot, node) : waitingView(status)}
    `;
  }

  /** @param {Solve} solve */
  #actionsView({ id, spot, status, exploitability_pct: exploitability }) {
    const { busy } = this.#changing;
    const canImprove = isOver(status) && status !== "failed" && (exploitability ?? 0) > 0.1;
    const improve = () => this.#solveFurther(spot, Math.max(0.05, (exploitability ?? 1) / 3));
    return html`<p class="row">
      ${statusTag(status)}
      ${isOver(status) || !jobToken(`solve ${id}`) ? null : html`<button class="button danger" ?disabled=${busy} @click=${() => this.#stop()}>Stop</button>`}
      ${canImprove ? html`<button class="button" ?disabled=${busy} @click=${improve}>Solve further</button>` : null}
      <a class="button" href="/study/solver">Another spot</a>
    </p>`;
  }

  /** @param {Spot} spot @param {TreeNode} node */
  #treeView(spot, node) {
    const colours = actionColours(node.actions.map((action) => action.name));
    return html`${this.#stripView(spot, node, colours)}
      ${node.cards?.length ? this.#dealView(node, node.cards) : node.player === null ? endView(node) : this.#strategyView(node, node.player, colours)}`;
  }

  /** @param {TreeNode} node @param {string} player @param {string[]} colours */
  #strategyView(node, player, colours) {
    const show = (/** @type {typeof this.shows} */ shows) => {
      this.shows = shows;
      this.update();
    };
    return html`<div class="split even solution">
      <section class="card">
        <div class="row between">
          <h2>${NAMES[player]}</h2>
          ${segments("Show", this.shows, [["strategy", "Strategy"], ["ev", "Value"], ["equity", "Equity"]], show)}
        </div>
        ${classGrid({
          label: `${NAMES[player]}: ${this.shows} by hand`,
          chosen: this.chosen,
          pick: (at) => this.#pick(at),
          square: (at) => this.#square(node, at, colours),
        })}
        <ul class="action-key">
          ${node.actions.map(
            ({ name, share, combos }, at) => html`<li>
              <i style=${{ "--colour": colours[at] }}></i>
              <b>${name}</b>
              <span>${share === null ? "–" : formatPercent(share, 1)}</span>
              <span class="muted">${combos.toFixed(1)} combos</span>
            </li>`,
          )}
        </ul>
      </section>
      ${this.#handsView(node, colours)}
    </div>`;
  }

  /** @param {number} at */
  #pick(at) {
    this.chosen = this.chosen === at ? -1 : at;
    this.update();
  }

  /** Show the line that leads to a node, and the actions there. @param {Spot} spot @param {TreeNode} node @param {string[]} colours */
  #stripView(spot, node, colours) {
    return html`<ol class="strip" aria-label="The line so far">
      <li class="strip-start">
        <button type="button" class="strip-card" @click=${() => this.#go([])}>
          <small>Start</small><span>${inlineCards(splitCards(spot.board))}</span>
        </button>
      </li>
      ${node.steps.map((step, at) => this.#stepView(step, node.path.slice(0, at)))}
      ${node.player === null
        ? null
        : html`<li>
            <div class="strip-card now">
              <small>${NAMES[node.player]} · ${node.pot.toLocaleString("en")}</small>
              ${node.actions.map(
                ({ name, share }, at) => html`<button type="button" class="strip-action" style=${{ "--colour": colours[at] }}
                  @click=${() => this.#go([...node.path, name])}>
                  <i aria-hidden="true"></i>${name}<b>${share === null ? "" : formatPercent(share)}</b>
                </button>`,
              )}
            </div>
          </li>`}
    </ol>`;
  }

  /** @param {Step} step @param {string[]} before */
  #stepView({ player, pot, taken, actions }, before) {
    const card = html`<button type="button" class="strip-action taken" @click=${() => this.#go(before)}>${inlineCards([taken])}</button>`;
    return html`<li>
      <div class="strip-card">
        <small>${NAMES[player]} · ${pot.toLocaleString("en")}</small>
        ${player === "deal"
          ? card
          : actions.map(
              (action) => html`<button type="button" class=${action === taken ? "strip-action taken" : "strip-action"}
                aria-pressed=${String(action === taken)} @click=${() => this.#go([...before, action])}>${action}</button>`,
            )}
      </div>
    </li>`;
  }

  /** @param {TreeNode} node @param {string[]} cards */
  #dealView(node, cards) {
    const free = new Set(cards);
    return html`<section class="card">
      <h2>Which card comes next?</h2>
      <div class="deck static" role="group" aria-label="Cards that may come">
        ${DECK.map(
          (card) => html`<button type="button" class=${`deck-card ${card[1]}`} ?disabled=${!free.has(card)} aria-label=${cardName(card)}
            @click=${() => this.#go([...node.path, card])}>${card[0]}</button>`,
        )}
      </div>
    </section>`;
  }

  /**
   * @param {TreeNode} node
   * @param {number} at
   * @param {string[]} colours
   * @returns {import("../elements/grid.js").Square}
   */
  #square(node, at, colours) {
    const { combos, weight, shares, ev, equity } = node.classes[at];
    const name = CLASSES[at];
    if (!combos) return { style: { "--mix": "none", "--share": "0" }, label: `${name}, not held`, kind: "empty" };
    if (this.shows === "strategy") {
      const mix = shares.flatMap((share, action) => (share > 0.005 ? [`${node.actions[action].name} ${formatPercent(share)}`] : []));
      const style = { "--mix": shareGradient(shares, colours), "--share": Math.min(1, weight).toFixed(3) };
      return { style, label: `${name}: ${mix.join(", ")}`, kind: "mix" };
    }
    if (this.shows === "ev") {
      return { style: { "--heat": heatColour(ev / node.pot) }, label: `${name}, ${ev.toFixed(1)}`, kind: "heat", small: ev.toFixed(0) };
    }
    const label = `${name}, ${formatPercent(equity, 1)}`;
    return { style: { "--heat": heatColour(equity) }, label, kind: "heat", small: String(Math.round(100 * equity)) };
  }

  /** @param {TreeNode} node @param {string[]} colours */
  #handsView(node, colours) {
    const chosen = this.chosen < 0 ? node.hands : node.hands.filter((hand) => hand.class === CLASSES[this.chosen]);
    const place = new Map(CLASSES.map((name, at) => [name, at]));
    const rank = (/** @type {HandFigures} */ hand) =>
      this.order === "class" ? place.get(hand.class) ?? 0 : -(hand[this.order] ?? 0);
    const sorted = [...chosen].sort((a, b) => rank(a) - rank(b));
    const shown = this.all ? sorted : sorted.slice(0, ROWS);
    const sort = (/** @type {typeof this.order} */ order) => {
      this.order = order;
      this.update();
    };
    const showAll = () => {
      this.all = true;
      this.update();
    };
    const names = node.actions.map((action) => action.name);
    return html`<section class="card hands-card">
      <div class="row between">
        <h2>${this.chosen < 0 ? "All hands" : CLASSES[this.chosen]} <span class="muted small">${chosen.length}</span></h2>
        ${segments("Order", this.order, [["class", "Hand"], ["ev", "Value"], ["equity", "Equity"]], sort)}
      </div>
      ${scrollView("Each hand's strategy", handsTable(shown, names, colours), "flat tall")}
      ${sorted.length > shown.length ? html`<button class="button" @click=${showAll}>Show all ${sorted.length}</button>` : null}
      ${node.ev === null || node.ev === undefined
        ? null
        : html`<p class="muted small after">
            Worth ${node.ev.toFixed(1)} of the pot of ${node.pot} on average, with ${formatPercent(node.equity ?? 0, 1)} equity.
          </p>`}
    </section>`;
  }
}

/** @param {HandFigures[]} hands @param {string[]} names @param {string[]} colours */
function handsTable(hands, names, colours) {
  return html`<table class="data dense">
    <thead>
      <tr><th>Hand</th><th>Strategy</th><th class="number">Value</th><th class="number">Equity</th><th class="number">Weight</th></tr>
    </thead>
    <tbody>
      ${hands.map(({ hand, shares, values, ev, equity, weight }) => {
        const mix = names.map((name, at) => `${name} ${formatPercent(shares[at] ?? 0)}`).join(", ");
        const details = names.map((name, at) => `${name} ${formatPercent(shares[at] ?? 0, 1)}, worth ${values[at]?.toFixed(1) ?? "–"}`);
        const style = { "--mix": shareGradient(shares.map((share) => share ?? 0), colours) };
        return html`<tr>
          <td>${inlineCards(splitCards(hand))}</td>
          <td><span class="mix-bar" role="img" aria-label=${mix} title=${details.join("\n")} style=${style}></span></td>
          <td class="number">${ev === null ? "–" : (Math.abs(ev) < 0.05 ? 0 : ev).toFixed(1)}</td>
          <td class="number">${equity === null ? "–" : formatPercent(equity)}</td>
          <td class="number">${formatPercent(weight)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** @param {Solve} solve */
function convergenceView({ status, exploitability_pct: exploitability, iterations, seconds, memory_mb: memory, ev, points, target }) {
  const [time, unit] = !seconds ? ["–", ""] : seconds < 1 ? [Math.round(1000 * seconds), " ms"] : [seconds.toFixed(1), " s"];
  const megabytes = memory === null ? "–" : memory < 1 ? "< 1" : Math.round(memory).toLocaleString("en");
  const data = {
    label: `Exploitability fell to ${exploitability?.toPrecision(3)} percent of the pot after ${iterations} iterations`,
    x: points.map((point) => point.iterations),
    lines: [{ name: "exploitability", values: points.map((point) => point.exploitability_pct) }],
    xName: "iterations",
    yName: "% of the pot",
    logarithmic: true,
    percent: true,
    target: target || null,
  };
  return html`<section class="card convergence" aria-label="Convergence">
    <dl class="figures-row">
      ${figureView("Exploitability", exploitability === null ? "–" : `${exploitability.toPrecision(3)} %`, " of the pot")}
      ${figureView("Iterations", iterations.toLocaleString("en"))}
      ${figureView("Time", time, unit)}
      ${figureView("Memory", megabytes, " MB")}
      ${figureView("OOP wins", ev ? ev[0].toFixed(1) : "–")}
      ${figureView("IP wins", ev ? ev[1].toFixed(1) : "–")}
    </dl>
    ${points.length > 1
      ? html`<details ?open=${!isOver(status)}><summary>Convergence</summary><fb-chart .data=${data}></fb-chart></details>`
      : null}
  </section>`;
}

/** @param {string} name @param {string | number} value @param {string} [unit] */
function figureView(name, value, unit = "") {
  return html`<div><dt>${name}</dt><dd>${value}${unit ? html`<small>${unit}</small>` : null}</dd></div>`;
}

/** @param {TreeNode} node */
function endView(node) {
  return html`<section class="card empty">
    ${node.over ? html`<h2>The hand is over</h2>` : null}
    <p>The pot is ${node.pot.toLocaleString("en")}. Go back in the strip above.</p>
  </section>`;
}

/** @param {string} status */
function waitingView(status) {
  if (status === "waiting") {
    return html`<section class="card empty"><h2>Waiting for its turn</h2><p>Another spot is being solved.</p></section>`;
  }
  return html`<section class="card empty"><p>${isOver(status) ? "Opening the tree…" : "Building the tree…"}</p></section>`;
}
