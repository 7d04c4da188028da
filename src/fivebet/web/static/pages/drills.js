import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post, remove } from "../lib/api.js";
import { actionKeys, actionOfKey, keepProgress, storedProgress, sumUp } from "../lib/drills.js";
import { formatNumber, formatPercent, formatSigned, signClass } from "../lib/format.js";
import { keepSolve } from "../lib/jobs.js";
import { personToken } from "../lib/person.js";
import { drillRepetition } from "../lib/repetition.js";
import { go } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { actionColours } from "../elements/actions.js";
import { cardsView, inlineCards, splitCards } from "../elements/cards.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, problemView, progressView, scrollView } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import "../elements/charts.js";

/** @typedef {import("../lib/drills.js").Drill} Drill */
/** @typedef {import("../lib/drills.js").Grade} Grade */

const SETS = /** @type {[string, string, string][]} */ ([
  ["daily", "Today's ten", "The same for everybody, from easy to hard."],
  ["mixed", "Mixed", "Ten of all kinds, about as hard as your rating."],
  ["preflop", "Before the flop", "Our heads-up charts, from 10 to 200 big blinds."],
  ["pushfold", "Push or fold", "Short stacks, from two to nine players."],
  ["flop", "Flops", "Bet, check or raise on the flops of our library."],
  ["river", "River calls", "A bet is faced, and the ranges follow from the line."],
  ["mistakes", "Mistakes again", "What you got wrong, when it is due."],
  ["own", "Your own hands", "Spots that you have made into drills."],
]);
const KINDS = /** @type {Record<string, string>} */ ({
  preflop: "Before the flop",
  pushfold: "Push or fold",
  flop: "Flop",
  river: "River call",
  own: "Your own hand",
});
const MOST_SEEDS = 2 ** 31;
const MOST_AT_ONCE = 3; // drills that are solved together

/** Drills: solved decisions as puzzles, by mouse, touch or keyboard. */
export default class Drills extends Component {
  /** @type {Api.Get["/drills/record"]["answer"] | null} */
  record = null;
  /** The set that is played; "" on the way in. */
  set = "";
  /** The drills that are here; the others are being solved. @type {Drill[]} */
  drills = [];
  /** The number of drills in the set. */
  total = 0;
  seed = 0;
  /** @type {Grade[]} */
  grades = [];
  /** The number of the drill that is shown; as many as there are drills at the end. */
  at = 0;
  #loading = new Task(this);
  #answering = new Task(this);
  #studying = new Task(this);
  #reading = new Task(this);

  start() {
    this.listen(settings, "change", () => this.update());
    this.listen(document, "keydown", (event) => this.#key(event));
    const asked = new URLSearchParams(location.search).get("set") ?? "";
    if (!SETS.some(([name]) => name === asked)) this.#readRecord();
    else if (!this.#resume(asked)) this.#begin(asked);
  }

  /** Go on with a set that was left for the solver, say; return whether there is one. @param {string} set */
  #resume(set) {
    const kept = storedProgress(set);
    if (!kept) return false;
    Object.assign(this, kept);
    if (this.drills.length < this.total) this.#load();
    return true;
  }

  #keep() {
    const { set, seed, total, at, drills, grades } = this;
    keepProgress(at < total ? { set, seed, total, at, drills, grades } : null);
  }

  get #grade() {
    return this.grades[this.at];
  }

  #readRecord() {
    this.#reading.refresh(() => get("/drills/record", { token: personToken() }), (record) => {
      this.record = record;
    });
  }

  /** @param {string} set */
  #begin(set) {
    this.set = set;
    this.drills = [];
    this.total = 0;
    this.grades = [];
    this.at = 0;
    history.replaceState(null, "", `/study/drills?set=${set}`);
    this.seed = Math.floor(Math.random() * MOST_SEEDS);
    this.#load();
  }

  /** Load the first drill, and the others while it is answered. */
  #load() {
    const { set, seed, drills } = this;
    const gone = set === "mistakes" ? this.grades.length : 0; // what was answered is not due any more
    const query = { set, seed, first: drills.length - gone, count: drills.length ? MOST_AT_ONCE : 1 };
    this.#loading.run(() => get("/drills", { query, token: personToken() }), (found) => {
      this.total = gone + found.total;
      this.drills = [...drills, ...found.drills];
      this.#keep();
      if (this.at === drills.length) this.#focus(".drill h2", ".drill");
      if (found.drills.length && this.drills.length < this.total) this.#load();
    });
  }

  #leave() {
    this.set = "";
    keepProgress(null);
    this.#loading.drop();
    history.replaceState(null, "", "/study/drills");
    this.#readRecord();
    this.#focus("h1");
  }

  /** @param {string} action */
  #answer(action) {
    const drill = this.drills[this.at];
    if (!drill || this.#grade || this.#answering.busy) return;
    this.#answering.run(() => post("/drills/answers", { drill: drill.id, action }, { token: personToken() }), (grade) => {
      this.grades = [...this.grades, grade];
      this.#keep();
      this.#focus(".next", ".drill-verdict");
    });
  }

  #next() {
    if (!this.#grade) return;
    this.at += 1;
    this.#keep();
    this.#studying.error = null;
    this.#focus(".drill h2", ".drill");
  }

  /** Move the focus once the page shows what it belongs to, with something in view. @param {string} selector @param {string} [seen] */
  #focus(selector, seen = selector) {
    this.update();
    const move = () => {
      /** @type {HTMLElement | null} */ (this.querySelector(selector))?.focus({ preventScroll: true });
      this.querySelector(seen)?.scrollIntoView({ block: "nearest" });
    };
    queueMicrotask(() => queueMicrotask(move));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isTyping = /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog, .menu");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping || !this.set) return;
    if (event.key.length === 1 && !settings.values.keys) return; // the person has switched single keys off
    const drill = this.drills[this.at];
    if (!drill) return;
    if (this.#grade) {
      if (event.key.toLowerCase() !== "n") return;
      event.preventDefault();
      this.#next();
      return;
    }
    const action = actionOfKey(drill.actions.map(({ name }) => name), event.key);
    if (action === undefined) return;
    event.preventDefault();
    this.#answer(action);
  }

  view() {
    return html`
      ${headView("Drills", "Solved decisions as puzzles. An answer is graded by the expected value that it loses.")}
      ${studyNav()}
      ${this.set ? this.#setView() : this.#wayInView()}
    `;
  }

  #wayInView() {
    const { record } = this;
    return html`
      ${problemView(this.#reading.problem, () => this.#readRecord())}
      <section class="grid tiles">
        ${SETS.map(([name, title, text]) => this.#tileView(name, title, text))}
      </section>
      ${record?.answered ? this.#recordView(record) : null}
      ${repetitionView(drillRepetition(record?.rating))}
    `;
  }

  /** @param {string} name @param {string} title @param {string} text */
  #tileView(name, title, text) {
    const waiting = { mistakes: this.record?.due ?? 0, own: this.record?.own ?? 0, flop: this.record?.flops ?? 0 }[name];
    return html`<button type="button" class="card tile drill-set" ?disabled=${waiting === 0} @click=${() => this.#begin(name)}>
      <b>${title} ${waiting === undefined ? null : html`<span class=${waiting ? "tag accent" : "tag"}>${waiting}</span>`}</b>
      <span class="muted">${text}</span>
    </button>`;
  }

  /** @param {NonNullable<typeof this.record>} record */
  #recordView({ rating, answered, kinds, ratings }) {
    const lost = kinds.reduce((sum, kind) => sum + kind.lost, 0);
    const course = {
      label: "Your rating, answer by answer",
      x: ratings.map((_, at) => answered - ratings.length + at + 1),
      xName: "answers",
      yName: "rating",
      lines: [{ name: "Rating", values: ratings }],
    };
    return html`<section class="below">
      <h2>Your results</h2>
      <div class="split even">
        <div class="card stack">
          <dl class="figures-row">
            <div><dt>Rating</dt><dd>${Math.round(rating)}</dd></div>
            <div><dt>Answered</dt><dd>${answered}</dd></div>
            <div><dt>Lost a drill</dt><dd>${(lost / answered).toFixed(2)} <small>big blinds</small></dd></div>
          </dl>
          ${scrollView("Results by kind", kindsTable(kinds), "flat")}
          <p><button type="button" class="link muted" @click=${() => this.#forget()}>Delete my results</button></p>
        </div>
        ${ratings.length > 1 ? html`<div class="card"><fb-chart .data=${course}></fb-chart></div>` : null}
      </div>
    </section>`;
  }

  #forget() {
    if (!confirm("Delete all your answers to drills? This cannot be undone.")) return;
    this.#reading.run(() => remove("/drills/record", { token: personToken() }), (record) => {
      this.record = record;
    });
  }

  #setView() {
    const { drills, at, total } = this;
    const retry = () => this.#begin(this.set);
    if (at < drills.length) return this.#drillView(drills[at]);
    if (this.#loading.problem) return problemView(this.#loading.problem, retry) ?? [];
    if (this.#loading.busy) return html`<p class="muted" role="status">Solving the next drill…</p>`;
    if (!total) {
      return html`<section class="card empty"><h2>Nothing here</h2><p>No drill of this set is due.</p>${this.#backView()}</section>`;
    }
    return this.#resultsView();
  }

  #backView() {
    return html`<button type="button" class="button" @click=${() => this.#leave()}>All sets</button>`;
  }

  /** @param {Drill} drill */
  #drillView(drill) {
    const { at, total } = this;
    const board = splitCards(drill.board);
    return html`<div class="drill-progress">
        ${progressView(this.grades.length / total, "Drills answered")}
        <p class="row between small muted"><span>${at + 1} of ${total}</span><span>${KINDS[drill.kind] ?? drill.kind} · rated ${drill.rating}</span></p>
      </div>
      <section class="card drill" aria-label="The drill">
        <h2 tabindex="-1">${drill.title}</h2>
        <p class="story">${drill.story}</p>
        <div class="drill-cards">
          <div><h3>Your hand</h3>${cardsView(splitCards(drill.cards))}</div>
          ${board.length ? html`<div><h3>Board</h3>${cardsView(board)}</div>` : null}
          <dl class="figures-row">
            <div><dt>Pot</dt><dd>${formatNumber(drill.pot)}</dd></div>
            ${drill.to_call ? html`<div><dt>To call</dt><dd>${formatNumber(drill.to_call)}</dd></div>` : null}
            ${drill.stack ? html`<div><dt>Behind</dt><dd>${formatNumber(drill.stack)}</dd></div>` : null}
          </dl>
        </div>
        ${this.#grade ? null : this.#choicesView(drill)}
        ${problemView(this.#answering.problem)}
        <div role="status">${this.#grade ? verdictView(this.#grade) : null}</div>
        ${this.#grade ? this.#answerView(drill, this.#grade) : null}
      </section>
      <p class="after">${this.#backView()}</p>`;
  }

  /** @param {Drill} drill */
  #choicesView({ actions }) {
    const keys = actionKeys(actions.map(({ name }) => name));
    const colours = actionColours(actions.map(({ name }) => name));
    return html`<div class="drill-actions" role="group" aria-label="Your answer">
      ${actions.map(
        ({ name, label }, at) => html`<button type="button" class="button big" style=${{ "--colour": colours[at] }}
          ?disabled=${this.#answering.busy} @click=${() => this.#answer(name)}>
          <i aria-hidden="true"></i>${label} ${settings.values.keys ? html`<kbd aria-hidden="true">${keys[at].toUpperCase()}</kbd>` : null}
        </button>`,
      )}
    </div>`;
  }

  /** @param {Drill} drill @param {Grade} grade */
  #answerView(drill, grade) {
    const isLast = this.at + 1 === this.total;
    return html`<p class="row">
        <button type="button" class="button primary next" @click=${() => this.#next()}>
          ${isLast ? "See the results" : "Next drill"} ${settings.values.keys ? html`<kbd aria-hidden="true">N</kbd>` : null}
        </button>
        ${this.#studyView(grade)}
      </p>
      ${problemView(this.#studying.problem)}
      ${scrollView("What each action is worth", valuesTable(drill, grade), "flat")}
      <p class="muted small">${drill.method} Amounts are big blinds, won from here on.</p>`;
  }

  /** @param {Grade} grade */
  #studyView({ study }) {
    if (study.page) return html`<a class="button" href=${study.page}>Study this spot</a>`;
    if (!study.spot) return null;
    return html`<button type="button" class="button" ?disabled=${this.#studying.busy} @click=${() => this.#study(study)}>Study this spot</button>`;
  }

  /** @param {Grade["study"]} study */
  #study({ spot, at }) {
    if (!spot) return;
    this.#studying.run(() => post("/solutions", spot), (solve) => {
      keepSolve(solve);
      go(`/study/solver/${solve.id}${at ? `?at=${encodeURIComponent(at)}` : ""}`);
    });
  }

  #resultsView() {
    const { drills, grades } = this;
    const { right, lost, gained } = sumUp(grades);
    const rating = grades[grades.length - 1].rating;
    return html`<section class="card stack drill" aria-label="Results">
        <h2 tabindex="-1">${right} of ${grades.length} right</h2>
        <dl class="figures-row">
          <div><dt>Lost</dt><dd>${lost.toFixed(2)} <small>big blinds</small></dd></div>
          <div><dt>Rating</dt><dd>${Math.round(rating)} <small class=${signClass(gained)}>${formatSigned(Math.round(gained))}</small></dd></div>
        </dl>
        ${scrollView("All answers", resultsTable(drills, grades), "flat")}
        <p class="muted small">Mistakes come again: after a day, then after three, seven and sixteen. An answer counts once.</p>
        <p class="row">
          ${this.set === "daily" ? null : html`<button type="button" class="button primary" @click=${() => this.#begin(this.set)}>Another set</button>`}
          ${this.#backView()}
        </p>
      </section>`;
  }
}

/** @param {Grade} grade */
function verdictView({ loss, sentence }) {
  return html`<p class=${`notice drill-verdict ${loss ? "minus" : "plus"}`}>${sentence}</p>`;
}

/** @param {Drill} drill @param {Grade} grade */
function valuesTable({ actions }, { values, shares, best, action }) {
  return html`<table class="data dense">
    <thead>
      <tr><th>Action</th><th class="number">Worth</th><th class="number">Loses</th><th class="number">Solution</th></tr>
    </thead>
    <tbody>
      ${actions.map(
        ({ name, label }) => html`<tr>
          <td>
            ${name === best ? html`<b>${label}</b> <span class="tag accent">best</span> ` : label}
            ${name === action ? html` <span class="tag">yours</span>` : null}
          </td>
          <td class=${`number ${signClass(round(values[name]))}`}>${formatSigned(round(values[name]))}</td>
          <td class="number">${name === best ? "–" : (values[best] - values[name]).toFixed(2)}</td>
          <td class="number">${formatPercent(shares[name])}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Drill[]} drills @param {Grade[]} grades */
function resultsTable(drills, grades) {
  return html`<table class="data dense">
    <thead>
      <tr><th>Hand</th><th>Decision</th><th>Yours</th><th>Best</th><th class="number">Lost</th></tr>
    </thead>
    <tbody>
      ${grades.map(({ action, best, loss }, at) => {
        const drill = drills[at];
        const labels = new Map(drill.actions.map(({ name, label }) => [name, label]));
        return html`<tr>
          <td>${inlineCards(splitCards(drill.cards))}</td>
          <td>${drill.title}</td>
          <td>${labels.get(action)}</td>
          <td>${labels.get(best)}</td>
          <td class=${loss ? "number minus" : "number"}>${loss.toFixed(2)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** @param {Api.DrillKindResponse[]} kinds */
function kindsTable(kinds) {
  return html`<table class="data dense">
    <thead>
      <tr><th>Kind</th><th class="number">Answered</th><th class="number">Right</th><th class="number">Lost a drill</th></tr>
    </thead>
    <tbody>
      ${kinds.map(
        ({ kind, answered, right, lost }) => html`<tr>
          <td>${KINDS[kind] ?? kind}</td>
          <td class="number">${answered}</td>
          <td class="number">${formatPercent(right / answered)}</td>
          <td class="number">${(lost / answered).toFixed(2)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Round to two decimals, without a negative nothing. @param {number} value */
function round(value) {
  return Math.round(100 * value) / 100 + 0;
}
