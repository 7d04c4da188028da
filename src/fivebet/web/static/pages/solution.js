import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post, remove } from "../lib/api.js";
import { formatError, formatPercent } from "../lib/format.js";
import { follow, isOver, jobToken, keepSolve } from "../lib/jobs.js";
import { CLASSES } from "../lib/range.js";
import { solveRepetition } from "../lib/repetition.js";
import { go } from "../lib/router.js";
import { canBeSent, PLAYER_NAMES, requestOf } from "../lib/spots.js";
import { Task } from "../lib/task.js";
import { actionColours } from "../elements/actions.js";
import { cardName, cardsView, splitCards } from "../elements/cards.js";
import { repetitionView } from "../elements/code-block.js";
import { convergenceView } from "../elements/convergence.js";
import { lookupView, problemView, segments, statusTag } from "../elements/fields.js";
import { nodeStrip } from "../elements/node-strip.js";
import { equityView, handsTable, kindsView, rangeCard, rangesOf } from "../elements/range-views.js";
import { studyNav } from "../elements/study-nav.js";
import { tabsView } from "../elements/tabs.js";
import "../elements/runouts.js";
import { changesOf, isChanged } from "../elements/tree-editor.js";

/**
 * @typedef {import("../lib/spots.js").Solve} Solve
 * @typedef {import("../lib/spots.js").Request} Request
 * @typedef {import("../elements/range-views.js").TreeNode} TreeNode
 * @typedef {import("../elements/range-views.js").HandFigures} HandFigures
 * @typedef {import("../elements/range-views.js").PlayerRange} PlayerRange
 */

const ROWS = 40;
const TABS = /** @type {[string, string][]} */ ([["hands", "Hands"], ["kinds", "Made hands"], ["equity", "Equity"], ["tree", "Edit tree"]]);
const TYPED_IN = "input, textarea, select, dialog, [role=tablist], [tabindex='0'][role=region]";
const IS_HOST = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** A spot being solved, or solved: its convergence, and its tree to walk in. */
export default class SolutionPage extends Component {
  /** @type {{ id: string }} */
  params = { id: "" };
  /** @type {Solve | null} */
  solve = null;
  /** @type {TreeNode | null} */
  node = null;
  path = pathOfAddress();
  problem = "";
  /** The class that is picked; -1 for none. */
  chosen = -1;
  /** The kind of hands that is picked. */
  kind = "";
  /** The action whose numbers the grid shows; -1 for all. */
  action = -1;
  /** The action that the arrow keys have come to. */
  cursor = 0;
  /** @type {import("../elements/range-views.js").Shows} */
  shows = "strategy";
  /** @type {"class" | "ev" | "equity"} */
  order = "class";
  /** Whose hands are listed; empty for who is to act. */
  listed = "";
  tab = "hands";
  all = false;
  deleting = false;
  /** Changes of the tree that are not solved yet. @type {import("../elements/tree-editor.js").Changes | null} */
  changes = null;
  #looking = new Task(this);
  #changing = new Task(this);
  #again = false;
  /** Nodes of a tree that is not being solved any more, by their paths. @type {Map<string, TreeNode>} */
  #known = new Map();
  /** Where the focus goes when the next node is there. */
  #focus = "";

  start() {
    this.listen(document, "keydown", (event) => this.#key(event));
    this.#follow();
  }

  /** Show the node of the address, after the browser's Back or Forward. */
  revisit() {
    this.#show(pathOfAddress());
  }

  #follow() {
    const take = (/** @type {Api.Get["/solutions/{id}"]["answer"]} */ answer) => {
      const solve = /** @type {Solve} */ (/** @type {unknown} */ (answer));
      const isNew = this.solve === null || this.solve.exploitability_pct !== solve.exploitability_pct;
      if (isNew) this.#known.clear();
      this.solve = solve;
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
    const { path } = this;
    const known = this.#known.get(path);
    if (known) this.#take(known);
    this.#again = !known && this.#looking.busy;
    if (known || this.#again) return;
    await this.#looking.refresh(() => get("/solutions/{id}/node", { params: this.params, query: { path } }), (answer) => {
      const node = /** @type {TreeNode} */ (answer);
      if (this.solve && isOver(this.solve.status)) this.#known.set(path, node);
      if (path === this.path) this.#take(node);
    });
    if (this.#again && this.isShown) this.#look();
  }

  /** Show a node, and let the keyboard go on from it. @param {TreeNode} node */
  async #take(node) {
    const isOther = this.node?.path.join(", ") !== node.path.join(", ");
    this.node = node;
    this.path = node.path.join(", ");
    this.update();
    if (!isOther) return;
    this.cursor = 0;
    this.action = -1;
    await new Promise(requestAnimationFrame);
    const strip = this.querySelector(".strip");
    strip?.scrollTo({ left: strip.scrollWidth });
    this.#moveFocus();
  }

  /** Focus what the keyboard goes on from, as soon as it is there: a deck is, when every card was played out. */
  #moveFocus() {
    const place = /** @type {HTMLElement | null} */ (this.querySelector(".strip-card.now .strip-action, .heat-deck [tabindex='0'], .end-view"));
    if (!this.#focus || !place || this.path !== this.node?.path.join(", ")) return;
    this.#focus = "";
    place.focus();
  }

  /** @param {string[]} steps */
  #go(steps) {
    const path = steps.join(", ");
    if (path !== this.path) history.pushState(null, "", `${location.pathname}${path ? `?at=${encodeURIComponent(path)}` : ""}`);
    this.#focus = "node";
    this.#show(path);
  }

  /** @param {string} path */
  #show(path) {
    this.path = path;
    this.chosen = -1;
    this.kind = "";
    this.#looking.error = null;
    this.#look();
    this.update();
  }

  /** Walk in the tree: left to the node before, right to the one after, up and down among the actions. @param {KeyboardEvent} event */
  #key(event) {
    const { node } = this;
    const target = /** @type {Element} */ (event.target);
    if (!node || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.closest?.(TYPED_IN)) return;
    const count = node.actions.length;
    const isInStrip = Boolean(target.closest?.(".strip"));
    const focused = [...this.querySelectorAll(".strip-card.now .strip-action")].indexOf(target);
    if (focused >= 0) this.cursor = focused;
    /** @type {Record<string, (() => void) | false | 0>} */
    const keys = {
      ArrowLeft: node.path.length && (() => this.#go(node.path.slice(0, -1))),
      ArrowRight: count && (() => this.#go([...node.path, node.actions[this.cursor].name])),
      // Elsewhere these two scroll the page.
      ArrowUp: isInStrip && count && (() => this.#point((this.cursor + count - 1) % count)),
      ArrowDown: isInStrip && count && (() => this.#point((this.cursor + 1) % count)),
    };
    const act = keys[event.key];
    if (!act || this.path !== node.path.join(", ")) return;
    event.preventDefault();
    act();
  }

  /** @param {number} at */
  #point(at) {
    this.cursor = at;
    this.update();
    /** @type {HTMLElement | undefined} */ (this.querySelectorAll(".strip-card.now .strip-action")[at])?.focus();
  }

  #stop() {
    this.#changing.run(() => remove("/solutions/{id}", { params: this.params, token: jobToken(`solve ${this.params.id}`) }), (solve) => {
      this.solve = /** @type {Solve} */ (/** @type {unknown} */ (solve));
    });
  }

  #delete() {
    const options = { params: this.params, token: jobToken(`tree ${this.params.id}`) };
    this.#changing.run(() => remove("/solutions/{id}/tree", options), () => go("/study/solver"));
  }

  /** Solve this tree further, or another one. @param {Request} request */
  #solve(request) {
    this.#changing.run(() => post("/solutions", request), (solve) => {
      keepSolve(solve);
      if (solve.id !== this.params.id) {
        go(`/study/solver/${solve.id}${location.search}`);
        return;
      }
      this.solve = /** @type {Solve} */ (/** @type {unknown} */ (solve));
      this.#follow();
    });
  }

  view() {
    const { solve, node } = this;
    if (!solve) return html`${studyNav()}${lookupView("Solution", this.problem, "/study/solver")}`;
    const { spot, status, locks } = solve;
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
      ${problemView(this.problem || this.#changing.problem)}
      ${convergenceView(solve)}
      ${changesView(locks.map(({ at }) => at || "the start"), spot.removed ?? [])}
      ${this.#looking.problem ? this.#lostView(this.#looking.problem) : null}
      ${node ? this.#treeView(solve, node) : this.#looking.problem ? null : waitingView(status)}
      ${canBeSent(spot) ? repetitionView(solveRepetition(solve, this.path)) : null}
    `;
  }

  /** @param {Solve} solve */
  #actionsView(solve) {
    const { id, spot, status, exploitability_pct: exploitability } = solve;
    const { busy } = this.#changing;
    const canImprove = isOver(status) && status !== "failed" && (exploitability ?? 0) > 0.1 && canBeSent(spot);
    const improve = () => this.#solve(requestOf(solve, { target: Math.max(0.05, (exploitability ?? 1) / 3) }));
    const ask = async (/** @type {boolean} */ deleting) => {
      this.deleting = deleting;
      this.update();
      await new Promise(requestAnimationFrame);
      /** @type {HTMLElement | null} */ (this.querySelector(deleting ? ".keep" : ".delete"))?.focus();
    };
    if (this.deleting) {
      return html`<p class="row" role="group" aria-label="Delete this solution?">
        <span>Delete this solution and its tree?</span>
        <button class="button danger" ?disabled=${busy} @click=${() => this.#delete()}>Delete for good</button>
        <button class="button keep" @click=${() => ask(false)}>Keep it</button>
      </p>`;
    }
    const mayDelete = isOver(status) && (IS_HOST || jobToken(`tree ${id}`));
    return html`<p class="row">
      ${statusTag(status)}
      ${isOver(status) || !jobToken(`solve ${id}`) ? null : html`<button class="button danger" ?disabled=${busy} @click=${() => this.#stop()}>Stop</button>`}
      ${canImprove ? html`<button class="button" ?disabled=${busy} @click=${improve}>Solve further</button>` : null}
      ${mayDelete ? html`<button class="button delete" @click=${() => ask(true)}>Delete…</button>` : null}
      <a class="button" href="/study/solver">Another spot</a>
    </p>`;
  }

  /** @param {string} problem */
  #lostView(problem) {
    const start = html`<p class="retry"><button class="button" @click=${() => this.#go([])}>Go to the start</button></p>`;
    return html`${problemView(problem)}${this.path ? start : null}`;
  }

  /** @param {Solve} solve @param {TreeNode} node */
  #treeView(solve, node) {
    const colours = actionColours(node.actions.map((action) => action.name));
    const strip = nodeStrip({ board: solve.spot.board, node, colours, go: (path) => this.#go(path) });
    // A report takes as long as an iteration: while the tree is solved, it is made once.
    const runouts = { id: solve.id, path: node.path, version: isOver(solve.status) ? solve.iterations : 0 };
    return html`${strip}
      <p class="visually-hidden" role="status">${nodeText(node)}</p>
      ${node.cards?.length
        ? html`<fb-runouts
            .node=${runouts}
            @ready=${() => this.#moveFocus()}
            @card=${(/** @type {CustomEvent} */ event) => this.#go([...node.path, event.detail.card])}
          ></fb-runouts>`
        : node.player === null
          ? endView(node)
          : this.#decisionView(solve, node, colours)}`;
  }

  /** @param {Solve} solve @param {TreeNode} node @param {string[]} colours */
  #decisionView(solve, node, colours) {
    const ranges = rangesOf(node);
    const changes = this.changes ?? changesOf(solve);
    const mark = isChanged(solve, changes) ? " (changed)" : "";
    const offered = TABS.filter(([key]) => key !== "tree" || canBeSent(solve.spot));
    const tabs = offered.map(([key, text]) => /** @type {[string, string]} */ ([key, key === "tree" ? text + mark : text]));
    const pickTab = (/** @type {string} */ tab) => {
      this.tab = tab;
      this.update();
    };
    const options = {
      shows: this.shows,
      action: this.action,
      chosen: this.chosen,
      colours,
      pick: (/** @type {number} */ at) => this.#pick(at),
      isLit: this.kind ? (/** @type {HandFigures} */ hand) => hand.made === this.kind || hand.draw === this.kind : null,
    };
    return html`${this.#keyView(node, colours)}
      <div class="ranges">${ranges.map((range) => rangeCard(node, range, options))}</div>
      <section class="card solution">
        <div class="tabs">${tabsView("Numbers", tabs, this.tab, pickTab)}</div>
        <div id="tab" role="tabpanel" aria-labelledby=${`tab-${this.tab}`} class="solution-tab">
          ${this.tab === "hands"
            ? this.#handsView(node, ranges, colours)
            : this.tab === "kinds"
              ? html`<div class="two-grids">${ranges.map((range) => kindsView(range, node.actions, colours, this.kind, (kind) => this.#pickKind(kind)))}</div>`
              : this.tab === "equity"
                ? equityView(ranges)
                : html`<fb-tree-editor .solve=${solve} .node=${node} .changes=${changes} .chosen=${this.chosen} .busy=${this.#changing.busy}
                    @edit=${(/** @type {CustomEvent} */ event) => this.#edit(event.detail.changes)}
                    @solve=${(/** @type {CustomEvent} */ event) => this.#solve(event.detail.request)}></fb-tree-editor>`}
        </div>
      </section>`;
  }

  /** Keep changes of the tree until they are solved. @param {import("../elements/tree-editor.js").Changes} changes */
  #edit(changes) {
    this.changes = changes;
    this.update();
  }

  /** Show what the colours mean, and choose what the grids show. @param {TreeNode} node @param {string[]} colours */
  #keyView(node, colours) {
    const show = (/** @type {typeof this.shows} */ shows) => {
      this.shows = shows;
      this.update();
    };
    const pick = (/** @type {number} */ at) => {
      this.action = this.action === at ? -1 : at;
      this.shows = "strategy";
      this.update();
    };
    return html`<div class="solution-key">
      <ul class="action-key">
        ${node.actions.map(
          ({ name, share, combos }, at) => html`<li>
            <button type="button" aria-pressed=${String(this.action === at)} style=${{ "--colour": colours[at] }} @click=${() => pick(at)}>
              <i aria-hidden="true"></i><b>${name}</b> <span>${share === null ? "–" : formatPercent(share, 1)}</span>
              <small class="muted">${combos.toFixed(1)} combos</small>
            </button>
          </li>`,
        )}
      </ul>
      ${segments("Show", this.shows, [["strategy", "Strategy"], ["ev", "Value"], ["equity", "Equity"]], show)}
    </div>`;
  }

  /** @param {number} at */
  #pick(at) {
    this.chosen = this.chosen === at ? -1 : at;
    this.kind = "";
    if (this.tab !== "tree") this.tab = "hands";
    this.update();
  }

  /** @param {string} kind */
  #pickKind(kind) {
    this.kind = this.kind === kind ? "" : kind;
    this.chosen = -1;
    this.update();
  }

  /** @param {TreeNode} node @param {PlayerRange[]} ranges @param {string[]} colours */
  #handsView(node, ranges, colours) {
    const listed = this.listed || node.player || "oop";
    const { hands, toAct } = /** @type {PlayerRange} */ (ranges.find(({ player }) => player === listed));
    const isWanted = (/** @type {HandFigures} */ hand) =>
      this.kind ? hand.made === this.kind || hand.draw === this.kind : this.chosen < 0 || hand.class === CLASSES[this.chosen];
    const chosen = hands.filter(isWanted);
    const place = new Map(CLASSES.map((name, at) => [name, at]));
    const rank = (/** @type {HandFigures} */ hand) => (this.order === "class" ? place.get(hand.class) ?? 0 : -(hand[this.order] ?? 0));
    const sorted = [...chosen].sort((a, b) => rank(a) - rank(b));
    const shown = this.all ? sorted : sorted.slice(0, ROWS);
    const change = (/** @type {Partial<Pick<SolutionPage, "order" | "listed" | "all">>} */ changes) => {
      Object.assign(this, changes);
      this.update();
    };
    const clear = () => {
      this.chosen = -1;
      this.kind = "";
      this.update();
    };
    const title = this.kind || (this.chosen < 0 ? "All hands" : CLASSES[this.chosen]);
    const names = toAct ? node.actions.map((action) => action.name) : [];
    return html`<div class="hands-card">
      <div class="row between">
        <h2>${title} <span class="muted small">${chosen.length}</span>
          ${title === "All hands" ? null : html`<button type="button" class="link" @click=${clear}>Show all hands</button>`}</h2>
        <div class="row">
          ${segments("Whose hands", listed, [["oop", "OOP"], ["ip", "IP"]], (player) => change({ listed: player }))}
          ${segments("Order", this.order, [["class", "Hand"], ["ev", "Value"], ["equity", "Equity"]], (order) => change({ order }))}
        </div>
      </div>
      ${names.length ? html`<p class="muted small">Under each action: how often, and what it is worth.</p>` : null}
      ${chosen.length ? handsTable(shown, names, colours) : html`<p class="muted">${PLAYER_NAMES[listed]} does not hold it here.</p>`}
      ${sorted.length > shown.length ? html`<button class="button" @click=${() => change({ all: true })}>Show all ${sorted.length}</button>` : null}
    </div>`;
  }
}

/** Return the path that the address asks for. */
function pathOfAddress() {
  return new URLSearchParams(location.search).get("at") ?? "";
}

/** Describe a node for screen readers. @param {TreeNode} node */
function nodeText({ path, player, pot, cards }) {
  const line = path.map((step) => (/^[2-9TJQKA][cdhs]$/.test(step) ? cardName(step) : step)).join(", ") || "the start";
  const next = cards?.length ? "a card comes" : player ? `${PLAYER_NAMES[player].toLowerCase()} acts` : "the hand is over";
  return `After ${line} ${next}; the pot is ${pot.toLocaleString("en")}.`;
}

/** @param {string[]} locked @param {string[]} removed */
function changesView(locked, removed) {
  if (!locked.length && !removed.length) return null;
  return html`<p class="tree-changes">
    ${locked.map((at) => html`<span class="tag warn">locked: ${at}</span>`)}${removed.map((line) => html`<span class="tag">removed: ${line}</span>`)}
  </p>`;
}

/** @param {TreeNode} node */
function endView(node) {
  return html`<section class="card empty end-view" tabindex="-1">
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
