import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, post } from "../lib/api.js";
import { CHAMPION, displayName } from "../lib/agents.js";
import { capitalize, formatNumber, formatPercent } from "../lib/format.js";
import { studyAddress } from "../lib/reviews.js";
import { read, write } from "../lib/settings.js";
import { inlineCards } from "./cards.js";
import { factsView } from "./facts.js";

/**
 * @typedef {Api.Get["/tables/{number}/coach"]["answer"][number]} Spot
 * @typedef {Api.Post["/tables/{number}/coach"]["answer"]} Facts
 * @typedef {Api.Post["/tables/{number}/coach/solver"]["answer"]} Solved
 * @typedef {Solved["verdict"]} Verdict
 * @typedef {Api.Post["/tables/{number}/coach/agents/{name}"]["answer"]} Opinion
 * @typedef {{ problem: string }} Problem
 * @typedef {{ facts: Facts, opinions: Record<string, Opinion | Problem>, solver: Solved | Problem | null, baselines: boolean }} Advice
 */

const KEY = "fivebet.coach";
const MOST = 60;
const MOST_KEPT = 20;
const NOTHING = 0.005; // big blinds: what costs less costs nothing

/** A verdict on each of the player's decisions, and what others would have done. */
export class CoachView extends Component {
  /** The decisions that the coach can be asked about, the last one first. @type {Spot[]} */
  spots = [];
  /** @type {(chips: number) => string} */
  formatChips = String;
  /** What the coach has said, by spot; null while it is thinking. @type {Map<string, Advice | Problem | null>} */
  answers = new Map();
  open = "";
  #table = 0;
  /** @type {string | undefined} */
  #token;

  /** Take up what was said before at a table. @param {number} table @param {string | undefined} token */
  set(table, token) {
    this.#table = table;
    this.#token = token;
    const kept = read(KEY);
    if (!token || kept?.token !== token) return;
    this.open = kept.open;
    this.answers = new Map(kept.answers);
  }

  /** Ask the server for the decisions of the last hands. */
  async load() {
    if (!this.#token) return;
    try {
      const options = { params: { number: this.#table }, token: this.#token };
      const known = await get("/tables/{number}/coach", options);
      const keys = new Set(known.map(keyOf));
      this.spots = [...this.spots.filter((spot) => !keys.has(keyOf(spot))), ...known].slice(0, MOST);
    } catch {
      return; // it is asked again with the next hand
    }
    this.update();
    const open = this.spots.find((spot) => keyOf(spot) === this.open);
    if (open) this.#askAbout(open);
  }

  /** Note a decision that was taken just now. @param {Spot} spot */
  add(spot) {
    this.spots = [spot, ...this.spots.filter((each) => keyOf(each) !== keyOf(spot))].slice(0, MOST);
    this.update();
  }

  /** @param {(chips: number) => string} formatChips */
  show(formatChips) {
    this.formatChips = formatChips;
    this.update();
    return this;
  }

  #keep() {
    const done = [...this.answers].filter(([, advice]) => isComplete(advice)).slice(-MOST_KEPT);
    write(KEY, { token: this.#token, open: this.open, answers: done });
  }

  /** Open or close a spot, and ask for advice the first time. @param {Spot} spot */
  async #toggle(spot) {
    const key = keyOf(spot);
    this.open = this.open === key ? "" : key;
    this.#keep();
    this.update();
    if (this.open) await this.#askAbout(spot);
  }

  /** Ask about a spot, unless that is being done or was; what failed is asked again. @param {Spot} spot */
  async #askAbout(spot) {
    const key = keyOf(spot);
    const known = this.answers.get(key);
    if (known === null || (known && !("problem" in known))) return;
    this.answers.set(key, null);
    try {
      this.answers.set(key, await this.#advise(spot));
    } catch (error) {
      this.answers.set(key, { problem: /** @type {Error} */ (error).message });
    }
    this.#keep();
    this.update();
  }

  /** Ask for the facts; the rest follows one by one, since some take seconds. @param {Spot} spot */
  async #advise({ hand, turn }) {
    const spot = { hand, turn };
    const options = { params: { number: this.#table }, token: this.#token };
    const facts = await post("/tables/{number}/coach", spot, options);
    /** @type {Advice} */
    const advice = { facts, opinions: {}, solver: facts.solver_note ? { problem: facts.solver_note } : null, baselines: false };
    if (!advice.solver) {
      this.#add(post("/tables/{number}/coach/solver", spot, options), (solved) => {
        advice.solver = solved;
      });
    }
    this.#ask(facts.agents, spot, advice);
    return advice;
  }

  /** Ask agents what they would have done. @param {string[]} names @param {{ hand: number, turn: number }} spot @param {Advice} advice */
  #ask(names, { hand, turn }, advice) {
    for (const name of names) {
      const options = { params: { number: this.#table, name }, token: this.#token };
      this.#add(post("/tables/{number}/coach/agents/{name}", { hand, turn }, options), (found) => {
        advice.opinions[name] = found;
      });
    }
  }

  /**
   * @template T
   * @param {Promise<T>} answer
   * @param {(found: T | Problem) => void} keep
   */
  async #add(answer, keep) {
    keep(await answer.catch((error) => ({ problem: error.message })));
    this.#keep();
    this.update();
  }

  view() {
    if (!this.#token) return html`<p class="muted">The coach is for players at the table.</p>`;
    if (!this.spots.length) return html`<p class="muted">After you have acted, ask here what it was worth and what others would have done.</p>`;
    return html`<div class="advice">${this.spots.map((spot) => this.#spotView(spot))}</div>
      <p class="row after"><a class="button" href=${`/study/review?run=${this.#table}`}>Review this session</a></p>`;
  }

  /** @param {Spot} spot */
  #spotView(spot) {
    const isOpen = this.open === keyOf(spot);
    const advice = this.answers.get(keyOf(spot)) ?? null;
    const cost = advice && !("problem" in advice) ? verdictOf(advice)?.cost : undefined;
    return html`<div class=${isOpen ? "spot open" : "spot"}>
      <button aria-expanded=${String(isOpen)} @click=${() => this.#toggle(spot)}>
        <span>Hand ${spot.hand}, ${spot.street}</span>
        <span>you ${spot.action}${spot.to ? ` to ${this.formatChips(spot.to)}` : ""}</span>
        ${typeof cost === "number" ? costTag(cost) : null}
      </button>
      ${isOpen ? this.#adviceView(spot, advice) : null}
    </div>`;
  }

  /** @param {Spot} spot @param {Advice | Problem | null} advice */
  #adviceView(spot, advice) {
    if (!advice) return html`<p class="muted small">Thinking…</p>`;
    if ("problem" in advice) return html`<p class="notice bad small">${advice.problem}</p>`;
    const { facts, opinions, solver } = advice;
    return html`<div class="stack">
      <p class="small">${inlineCards(facts.cards)} ${facts.board.length ? html`on ${inlineCards(facts.board)}` : null}</p>
      ${verdictView(advice, this.formatChips)}
      ${facts.agents.includes(CHAMPION) ? this.#opinionView(CHAMPION, opinions[CHAMPION]) : null}
      ${solver && !("problem" in solver) ? this.#stepsView(solver) : null}
      ${facts.solver_note ? null : html`<p class="row"><a class="button" href=${studyAddress(this.#table, spot.hand, spot.turn)}>Study this spot</a></p>`}
      ${this.#factsView(facts)}
      ${facts.agents.filter((name) => name !== CHAMPION).map((name) => this.#opinionView(displayName(name), opinions[name]))}
      ${facts.baselines.length ? this.#baselinesView(spot, advice) : null}
    </div>`;
  }

  /** @param {Facts} facts */
  #factsView({ against, equity, call, pot_odds: needed, call_value: worth }) {
    return html`<dl class="facts">
      <dt>Equity against ${against}</dt><dd>${formatPercent(equity, 1)}</dd>
      ${call
        ? html`<dt>Equity needed to call</dt><dd>${formatPercent(needed, 1)}</dd>
            <dt>Value of a call</dt><dd>${this.formatChips(Math.round(worth))}</dd>`
        : null}
    </dl>`;
  }

  /** @param {Solved} solver */
  #stepsView({ steps }) {
    return html`<table class="stats">
      <thead><tr><th>Solver</th><th>how often</th><th>worth</th></tr></thead>
      <tbody>
        ${steps.map(
          ({ action, probability, value }) => html`<tr>
            <th scope="row">${action}</th>
            <td>${formatPercent(probability)}</td>
            <td>${this.formatChips(Math.round(value))}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** Show the simple agents, who are asked when somebody wants to know. @param {Spot} spot @param {Advice} advice */
  #baselinesView(spot, advice) {
    const { facts, opinions } = advice;
    const toggle = (/** @type {Event} */ event) => {
      const isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
      if (!isOpen || advice.baselines) return;
      advice.baselines = true;
      this.#ask(facts.baselines, spot, advice);
      this.update();
    };
    return html`<details class="baselines small" @toggle=${toggle}>
      <summary>Simple agents</summary>
      <div class="stack">${advice.baselines ? facts.baselines.map((name) => this.#opinionView(name, opinions[name])) : null}</div>
    </details>`;
  }

  /** @param {string} name @param {Opinion | Problem | undefined} opinion */
  #opinionView(name, opinion) {
    if (!opinion) return html`<p class="small muted"><b>${name}</b> is thinking…</p>`;
    if ("problem" in opinion) return html`<p class="small muted"><b>${name}</b>: ${opinion.problem}</p>`;
    const action = `${opinion.action}${opinion.to ? ` to ${this.formatChips(opinion.to)}` : ""}`;
    const { probabilities, reasons, sentence } = opinion;
    const summary = probabilities.map((each) => `${each.action} ${formatPercent(each.probability)}`).join(", ");
    return html`<div>
      <p class="small"><b>${name}</b> ${opinion.failure ? `has no answer: ${opinion.failure}` : `would ${action}`}</p>
      ${probabilities.length
        ? html`<div class="bars" role="img" aria-label=${summary}>
            ${probabilities.map((each) => html`<span class=${each.action} style=${{ "--share": String(each.probability) }}></span>`)}
          </div>`
        : null}
      ${Object.keys(reasons).length
        ? html`<p class="small sentence">${sentence}</p><details class="small"><summary>figures</summary>${factsView(reasons)}</details>`
        : null}
    </div>`;
  }
}

/** Tell whether all who were asked have answered. @param {Advice | Problem | null} advice */
function isComplete(advice) {
  if (!advice || "problem" in advice || !advice.solver) return false;
  const asked = advice.baselines ? [...advice.facts.agents, ...advice.facts.baselines] : advice.facts.agents;
  return asked.every((name) => name in advice.opinions);
}

/** Return the best verdict that is known: the solver's, or the one by equity where the solver has none. @param {Advice} advice */
function verdictOf({ solver, facts }) {
  if (solver && !("problem" in solver)) return solver.verdict;
  return solver ? facts.verdict : null;
}

/** @param {Advice} advice @param {(chips: number) => string} formatChips */
function verdictView(advice, formatChips) {
  const { solver } = advice;
  if (!solver) return html`<p class="verdict thinking" role="status">The solver is thinking…</p>`;
  const verdict = verdictOf(advice);
  const note = "problem" in solver ? solver.problem : "";
  if (!verdict || verdict.cost === null) return championView(advice, note, formatChips);
  const { best, value, cost, why, method } = verdict;
  return html`<div class=${`verdict ${verdictKind(cost)}`} role="status">
    <p class="best"><span>Best</span> <b>${capitalize(best)}</b> <span class="worth">worth ${formatBlinds(value)}</span></p>
    <p class="cost">${costSentence(verdict)}</p>
    <p class="small">${why}</p>
    <p class="small muted">${capitalize(method)}. ${note}</p>
  </div>`;
}

/**
 * Show what the champion would have done in place of a verdict: nobody knows what the action was worth.
 * @param {Advice} advice
 * @param {string} note
 * @param {(chips: number) => string} formatChips
 */
function championView({ facts, opinions }, note, formatChips) {
  const opinion = opinions[CHAMPION];
  if (!facts.agents.includes(CHAMPION) || (opinion && ("problem" in opinion || opinion.failure))) {
    return html`<div class="verdict"><p><b>Not judged.</b> ${note} Below is what others would have done.</p></div>`;
  }
  if (!opinion) return html`<p class="verdict thinking" role="status">The champion is thinking…</p>`;
  const best = `${opinion.action}${opinion.to ? ` to ${formatChips(opinion.to)}` : ""}`;
  const share = opinion.probabilities.filter(({ action }) => action === facts.action).reduce((sum, each) => sum + each.probability, 0);
  const often = opinion.probabilities.length ? `, and it would ${facts.action} ${formatPercent(share)} of the time` : "";
  return html`<div class="verdict" role="status">
    <p class="best"><span>Champion</span> <b>${capitalize(best)}</b></p>
    <p class="cost">${opinion.action === facts.action ? "It would have done the same" : `You chose to ${facts.action}`}${often}.</p>
    <p class="small muted">What your action was worth is not known. ${note}</p>
  </div>`;
}

/** @param {Verdict} verdict */
function costSentence({ best, chosen, cost: known }) {
  const cost = known ?? 0;
  if (cost > NOTHING) return html`Your ${chosen} cost <b>${formatBlinds(cost)}</b>.`;
  return best === chosen ? html`You did just that: it cost <b>nothing</b>.` : html`Your ${chosen} cost <b>nothing</b>.`;
}

/** @param {number | null} cost */
function verdictKind(cost) {
  if (cost === null) return "";
  return cost > 1 ? "bad" : cost > NOTHING ? "warn" : "good";
}

/** @param {number} cost */
function costTag(cost) {
  const kind = { good: "accent", warn: "warn", bad: "bad", "": "" }[verdictKind(cost)];
  return html`<span class=${`tag ${kind}`}>${cost > NOTHING ? `−${formatBlinds(cost)}` : "best"}</span>`;
}

/** Format big blinds, to a hundredth where that says something. @param {number} blinds */
function formatBlinds(blinds) {
  const rounded = Math.abs(blinds) >= 10 ? Math.round(10 * blinds) / 10 : Math.round(100 * blinds) / 100;
  return `${formatNumber(rounded || 0)} BB`;
}

/** @param {{ hand: number, turn: number }} spot */
function keyOf({ hand, turn }) {
  return `${hand}.${turn}`;
}

customElements.define("fb-coach", CoachView);
