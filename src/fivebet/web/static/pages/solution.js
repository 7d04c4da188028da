import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { follow, over, sentence } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { CLASSES } from "../lib/range.js";
import { cardName, cardsView, inlineCards } from "../elements/cards.js";
import { actionColours, mixed } from "../elements/actions.js";
import { classGrid } from "../elements/grid.js";
import { lookupView, problemView, segments, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import { heat } from "./equity.js";
import "../elements/charts.js";

const NAMES = /** @type {Record<string, string>} */ ({ oop: "Out of position", ip: "In position", deal: "Card" });
const ROWS = 40;

/** A spot being solved, or solved: its convergence, and its tree to walk in. */
export default class Solution extends Piece {
  /** @type {{ id: string }} */
  params = { id: "" };
  /** @type {any} */
  solve = null;
  /** @type {any} */
  node = null;
  path = new URLSearchParams(location.search).get("at") ?? "";
  problem = "";
  /** @type {number} the class that is looked at; none: -1 */
  chosen = -1;
  shows = "strategy";
  order = "class";
  all = false;
  #looking = new Task(this);
  #changing = new Task(this);
  #again = false;

  start() {
    this.#follow();
  }

  #follow() {
    follow(
      this,
      `/solutions/${encodeURIComponent(this.params.id)}`,
      (solve) => {
        const first = this.solve === null;
        const measured = this.solve?.exploitability_pct !== solve.exploitability_pct;
        this.solve = solve;
        this.problem = solve.status === "failed" ? sentence(solve.error) : "";
        if (solve.status !== "failed" && solve.status !== "waiting" && (first || measured || over(solve.status))) this.#look();
        this.changed();
      },
      (message) => {
        this.problem = sentence(message);
        this.changed();
      },
    );
  }

  /** The node of the path; asked one at a time, since a busy solver answers late. */
  async #look() {
    this.#again = this.#looking.busy;
    if (this.#again) return;
    const path = this.path;
    const question = `/solutions/${encodeURIComponent(this.params.id)}/node?path=${encodeURIComponent(path)}`;
    await this.#looking.refresh(() => ask(question), (node) => {
      if (path === this.path) this.node = node;
    });
    if (this.#again && this.isShown) this.#look();
  }

  /** @param {string[]} steps */
  #go(steps) {
    this.path = steps.join(", ");
    this.chosen = -1;
    history.replaceState(null, "", `${location.pathname}${this.path ? `?at=${encodeURIComponent(this.path)}` : ""}`);
    this.#look();
    this.changed();
  }

  #stop() {
    this.#changing.run(() => ask(`/solutions/${encodeURIComponent(this.params.id)}`, { method: "DELETE" }), (solve) => {
      this.solve = solve;
    });
  }

  /** @param {number} target */
  #goOn(target) {
    const { board, pot, stack, oop, ip, menus, add_all_in, force_all_in, merge, rake, rake_cap } = this.solve.spot;
    /** @type {Record<string, string>} */
    const sizes = {};
    menus.forEach((/** @type {any[]} */ streets, /** @type {number} */ player) =>
      streets.forEach((menu, street) => {
        const where = `${["flop", "turn", "river"][street]} ${["oop", "ip"][player]}`;
        sizes[`bets ${where}`] = menu.bets;
        sizes[`raises ${where}`] = menu.raises;
        if (menu.donks !== null) sizes[`donks ${where}`] = menu.donks;
      }),
    );
    const wanted = { board, pot, stack, oop, ip, sizes, add_all_in, force_all_in, merge, rake: 100 * rake, rake_cap, target };
    this.#changing.run(() => post("/solutions", wanted), (solve) => {
      this.solve = solve;
      this.#follow();
    });
  }

  view() {
    const { solve } = this;
    if (!solve) return html`${studyNav()}${lookupView("Solution", this.problem, "/study/solver")}`;
    return html`
      <header class="head solution-head"><div><h1 class="unseen">Solution of ${solve.spot.board}</h1><div class="spot-line">${cardsView(solve.spot.board.match(/../g) ?? [])}<span><b>Pot ${solve.spot.pot.toLocaleString("en")}</b><br><span class="muted">${solve.spot.stack.toLocaleString("en")} behind</span></span></div></div>
        <p class="row">${statusTag(solve.status)}
          ${over(solve.status) ? html`${solve.status !== "failed" && (solve.exploitability_pct ?? 0) > 0.1 ? html`<button class="button" ?disabled=${this.#changing.busy} @click=${() => this.#goOn(Math.max(0.05, (solve.exploitability_pct ?? 1) / 3))}>Solve further</button>` : null}` : html`<button class="button danger" ?disabled=${this.#changing.busy} @click=${() => this.#stop()}>Stop</button>`}
          <a class="button" href="/study/solver">Another spot</a></p></header>
      ${problemView(this.problem || this.#changing.problem || this.#looking.problem)}
      ${this.#convergence()}
      ${this.node ? this.#tree() : solve.status === "waiting" ? html`<section class="card empty"><h2>Waiting for its turn</h2><p>Another spot is being solved.</p></section>` : html`<section class="card empty"><p>${over(solve.status) ? "Opening the tree…" : "Building the tree…"}</p></section>`}
    `;
  }

  #convergence() {
    const { solve } = this;
    const points = solve.points.length ? solve.points : [];
    return html`<section class="card convergence" aria-label="Convergence">
      <dl class="figures-row">
        <div><dt>Exploitable for</dt><dd>${solve.exploitability_pct === null ? "–" : `${solve.exploitability_pct.toPrecision(3)} %`}<small> of the pot</small></dd></div>
        <div><dt>Iterations</dt><dd>${solve.iterations.toLocaleString("en")}</dd></div>
        <div><dt>Time</dt><dd>${!solve.seconds ? "–" : solve.seconds < 1 ? Math.round(1000 * solve.seconds) : solve.seconds.toFixed(1)}<small> ${!solve.seconds ? "" : solve.seconds < 1 ? "ms" : "s"}</small></dd></div>
        <div><dt>Memory</dt><dd>${solve.memory_mb === null ? "–" : solve.memory_mb < 1 ? "< 1" : Math.round(solve.memory_mb).toLocaleString("en")}<small> MB</small></dd></div>
        <div><dt>OOP wins</dt><dd>${solve.ev ? solve.ev[0].toFixed(1) : "–"}</dd></div>
        <div><dt>IP wins</dt><dd>${solve.ev ? solve.ev[1].toFixed(1) : "–"}</dd></div>
      </dl>
      ${points.length > 1 ? html`<details ?open=${!over(solve.status)}><summary>Convergence</summary><fb-chart .data=${{
        label: `Exploitability fell to ${solve.exploitability_pct?.toPrecision(3)} percent of the pot after ${solve.iterations} iterations`,
        x: points.map((/** @type {any} */ point) => point.iterations),
        lines: [{ name: "exploitability", values: points.map((/** @type {any} */ point) => point.exploitability_pct) }],
        xName: "iterations",
        yName: "% of the pot",
        logarithmic: true,
        percent: true,
        target: solve.target || null,
      }}></fb-chart></details>` : null}
    </section>`;
  }

  #tree() {
    const { node } = this;
    const names = node.actions.map((/** @type {any} */ action) => action.name);
    const colours = actionColours(names);
    return html`${this.#strip(colours)}
      ${node.cards?.length ? this.#dealView() : node.player === null ? html`<section class="card empty"><h2>${node.over ? "The hand is over" : ""}</h2><p>The pot is ${node.pot.toLocaleString("en")}. Step back in the strip above.</p></section>` : html`<div class="split even solution">
        <section class="card"><div class="row between"><h2>${NAMES[node.player]}</h2>${segments("Show", this.shows, [["strategy", "Strategy"], ["ev", "Value"], ["equity", "Equity"]], (shows) => {
          this.shows = shows;
          this.changed();
        })}</div>
          ${this.#grid(names, colours)}
          <ul class="action-key">${node.actions.map((/** @type {any} */ action, /** @type {number} */ at) => html`<li><i style=${{ "--colour": colours[at] }}></i><b>${action.name}</b><span>${action.share === null ? "–" : `${(100 * action.share).toFixed(1)} %`}</span><span class="muted">${action.combos.toFixed(1)} combos</span></li>`)}</ul>
        </section>
        ${this.#hands(names, colours)}
      </div>`}`;
  }

  /** @param {string[]} colours */
  #strip(colours) {
    const { node } = this;
    const path = node.path;
    return html`<ol class="strip" aria-label="The line so far">
      <li class="strip-start"><button type="button" class="strip-card" @click=${() => this.#go([])}><small>Start</small><span>${inlineCards(this.solve.spot.board.match(/../g) ?? [])}</span></button></li>
      ${node.steps.map((/** @type {any} */ step, /** @type {number} */ at) => html`<li><div class="strip-card"><small>${NAMES[step.player]} · ${step.pot.toLocaleString("en")}</small>
        ${step.player === "deal" ? html`<button type="button" class="strip-action taken" @click=${() => this.#go(path.slice(0, at))}>${inlineCards([step.taken])}</button>` : step.actions.map((/** @type {string} */ action) => html`<button type="button" class=${action === step.taken ? "strip-action taken" : "strip-action"} aria-pressed=${String(action === step.taken)} @click=${() => this.#go([...path.slice(0, at), action])}>${action}</button>`)}</div></li>`)}
      ${node.player === null ? null : html`<li><div class="strip-card now"><small>${NAMES[node.player]} · ${node.pot.toLocaleString("en")}</small>${node.actions.map((/** @type {any} */ action, /** @type {number} */ at) => html`<button type="button" class="strip-action" style=${{ "--colour": colours[at] }} @click=${() => this.#go([...path, action.name])}><i aria-hidden="true"></i>${action.name}<b>${action.share === null ? "" : `${Math.round(100 * action.share)} %`}</b></button>`)}</div></li>`}
    </ol>`;
  }

  #dealView() {
    const { node } = this;
    const free = new Set(node.cards);
    return html`<section class="card"><h2>Which card comes?</h2><div class="deck static" role="group" aria-label="Cards that may come">${["s", "h", "d", "c"].map((suit) => [..."AKQJT98765432"].map((rank) => html`<button type="button" class=${`deck-card ${suit}`} ?disabled=${!free.has(rank + suit)} aria-label=${cardName(rank + suit)} @click=${() => this.#go([...node.path, rank + suit])}>${rank}</button>`)).flat()}</div></section>`;
  }

  /** @param {string[]} names @param {string[]} colours */
  #grid(names, colours) {
    const { node } = this;
    return classGrid({
      label: `${NAMES[node.player]}: ${this.shows} by hand`,
      chosen: this.chosen,
      pick: (at) => {
        this.chosen = this.chosen === at ? -1 : at;
        this.changed();
      },
      square: (at) => this.#square(at, names, colours),
    });
  }

  /**
   * @param {number} at
   * @param {string[]} names
   * @param {string[]} colours
   * @returns {import("../elements/grid.js").Square}
   */
  #square(at, names, colours) {
    const { node } = this;
    const found = node.classes[at];
    if (!found.combos) return { style: { "--mix": "none", "--share": "0" }, label: `${CLASSES[at]}, not held`, kind: "empty" };
    const told = found.shares.map((/** @type {number} */ share, /** @type {number} */ i) => (share > 0.005 ? `${names[i]} ${Math.round(100 * share)} %` : "")).filter(Boolean).join(", ");
    if (this.shows === "strategy") return { style: { "--mix": mixed(found.shares, colours), "--share": Math.min(1, found.weight).toFixed(3) }, label: `${CLASSES[at]}: ${told}`, kind: "mix" };
    const value = this.shows === "ev" ? found.ev / node.pot : found.equity;
    return { style: { "--heat": heat(value) }, label: `${CLASSES[at]}, ${this.shows === "ev" ? found.ev.toFixed(1) : `${(100 * value).toFixed(1)} %`}`, kind: "heat", small: this.shows === "ev" ? found.ev.toFixed(0) : String(Math.round(100 * value)) };
  }

  /** @param {string[]} names @param {string[]} colours */
  #hands(names, colours) {
    const { node } = this;
    const wanted = this.chosen < 0 ? node.hands : node.hands.filter((/** @type {any} */ hand) => hand.class === CLASSES[this.chosen]);
    const place = new Map(CLASSES.map((name, at) => [name, at]));
    const sorted = [...wanted].sort((a, b) => (this.order === "ev" ? (b.ev ?? 0) - (a.ev ?? 0) : this.order === "equity" ? (b.equity ?? 0) - (a.equity ?? 0) : (place.get(a.class) ?? 0) - (place.get(b.class) ?? 0)));
    const shown = this.all ? sorted : sorted.slice(0, ROWS);
    return html`<section class="card hands-card"><div class="row between"><h2>${this.chosen < 0 ? "All hands" : CLASSES[this.chosen]} <span class="muted small">${wanted.length}</span></h2>${segments("Order", this.order, [["class", "Hand"], ["ev", "Value"], ["equity", "Equity"]], (order) => {
      this.order = order;
      this.changed();
    })}</div>
      <div class="scroll flat tall" tabindex="0" role="region" aria-label="Each hand's strategy"><table class="data dense"><thead><tr><th>Hand</th><th>Strategy</th><th class="number">Value</th><th class="number">Equity</th><th class="number">Weight</th></tr></thead><tbody>
        ${shown.map((hand) => html`<tr><td>${inlineCards(hand.hand.match(/../g) ?? [])}</td><td><span class="mix-bar" role="img" aria-label=${names.map((name, at) => `${name} ${Math.round(100 * (hand.shares[at] ?? 0))} %`).join(", ")} title=${names.map((name, at) => `${name} ${(100 * (hand.shares[at] ?? 0)).toFixed(1)} %, worth ${hand.values[at]?.toFixed(1) ?? "–"}`).join("\n")} style=${{ "--mix": mixed(hand.shares.map((/** @type {number | null} */ share) => share ?? 0), colours) }}></span></td><td class="number">${hand.ev === null ? "–" : fixed(hand.ev)}</td><td class="number">${hand.equity === null ? "–" : `${(100 * hand.equity).toFixed(0)} %`}</td><td class="number">${Math.round(100 * hand.weight)} %</td></tr>`)}</tbody></table></div>
      ${sorted.length > shown.length ? html`<button class="button" @click=${() => {
        this.all = true;
        this.changed();
      }}>Show all ${sorted.length}</button>` : null}
      ${node.ev === null ? null : html`<p class="muted small after">On average worth ${node.ev?.toFixed(1)} of the pot of ${node.pot}, with ${(100 * (node.equity ?? 0)).toFixed(1)} % equity.</p>`}</section>`;
  }
}

/** One decimal place, and no zero below zero. @param {number} value */
function fixed(value) {
  return (Math.abs(value) < 0.05 ? 0 : value).toFixed(1);
}
