import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { inOrder, seatedName } from "../lib/agents.js";
import { get, post, remove } from "../lib/api.js";
import { follow, isOver, keepJob } from "../lib/jobs.js";
import { go } from "../lib/router.js";
import { Task } from "../lib/task.js";
import { headView, numberField, problemView, progressView, segments, selectField, textField, valueOf } from "../elements/fields.js";
import { watchNav } from "../elements/watch-nav.js";
import { repetitionView } from "../elements/code-block.js";

/** @typedef {Api.Get["/bench/agents"]["answer"][number]} Registered */
/** @typedef {Api.Get["/contests/{number}"]["answer"]} Contest */
/** @typedef {import("../lib/agents.js").Agent} Agent */

const MOST_DEALS = 1_000_000;
const EMPTY = { name: "", kind: "file", target: "", seconds: 5, about: "" };
const TARGETS = /** @type {Record<string, { label: string, placeholder: string, hint: string }>} */ ({
  file: { label: "File and class", placeholder: "bots/mybot.py::MyBot", hint: "on the machine that runs the card room" },
  http: { label: "Address", placeholder: "localhost:9000/decide, with http: before it", hint: "one that fivebet serve --agent-address allows" },
});

/** The researcher's bench: agents that the host has registered, and contests planned for them. */
export default class Bench extends Component {
  /** @type {Registered[]} */
  registered = [];
  /** @type {Agent[]} */
  agents = [];
  /** @type {Api.Get["/games"]["answer"]} */
  games = [];
  form = { ...EMPTY };
  secret = "";
  first = "";
  second = "fair";
  game = "nolimit-2p";
  difference = 50;
  trialDeals = 300;
  /** @type {Contest | null} */
  trial = null;
  /** @type {Api.Get["/contests/{number}/plan"]["answer"] | null} */
  plan = null;
  problem = "";
  #loading = new Task(this);
  #registering = new Task(this);
  #starting = new Task(this);
  #planning = new Task(this);

  start() {
    this.#load();
  }

  #load() {
    this.#loading.run(
      () => Promise.all([get("/bench/agents"), get("/agents"), get("/games")]),
      ([registered, agents, games]) => {
        this.registered = registered;
        this.agents = agents;
        this.games = games.filter((game) => game.seats === 2);
        const names = agents.filter((agent) => !agent.problem).map((agent) => agent.name);
        if (!names.includes(this.first)) this.first = registered.find((each) => !each.problem)?.full_name ?? "call";
        if (!names.includes(this.second)) this.second = "fair";
      },
    );
  }

  /** @param {Event} event */
  #register(event) {
    event.preventDefault();
    const { form, secret } = this;
    const body = { ...form, kind: /** @type {"file" | "http"} */ (form.kind) };
    this.#registering.run(() => post("/bench/agents", body, { token: secret }), (agent) => {
      this.form = { ...EMPTY };
      this.first = agent.full_name;
      this.#load();
    });
  }

  /** @param {string} name */
  #remove(name) {
    const options = { params: { name }, token: this.secret };
    this.#registering.run(() => remove("/bench/agents/{name}", options), () => this.#load());
  }

  /** @param {number} deals @param {(contest: Contest) => void} take */
  #play(deals, take) {
    const names = [this.first, this.second].map((name) => seatedName(this.agents, name, this.game));
    const statesPolicy = names.some((name) => this.agents.find((agent) => agent.name === name)?.policy);
    const luck = statesPolicy ? "aivat" : "auto";
    this.#starting.run(() => post("/matches", { agents: names, game: this.game, deals, luck }), (contest) => {
      keepJob(`contest ${contest.run}`, contest.token);
      take(contest);
    });
  }

  #try() {
    this.plan = null;
    this.trial = null;
    this.problem = "";
    this.#play(this.trialDeals, (contest) => {
      this.trial = contest;
      follow(this, "/contests/{number}", { number: String(contest.run) }, (news) => this.#take(news), (problem) => {
        this.problem = problem;
        this.update();
      });
    });
  }

  /** @param {Contest} trial */
  #take(trial) {
    this.trial = trial;
    this.problem = trial.error;
    this.#plan();
    this.update();
  }

  #plan() {
    if (this.trial?.status !== "finished") return;
    const options = { params: { number: this.trial.run }, query: { difference: this.difference } };
    this.#planning.run(() => get("/contests/{number}/plan", options), (plan) => {
      this.plan = plan;
    });
  }

  view() {
    const about = "Your own agent against ours: register it, plan the contest, play it, and take the figures home.";
    return html`
      ${headView("Bench", about)}
      ${watchNav()}
      ${problemView(this.#loading.problem, () => this.#load())}
      <fieldset class="split" ?disabled=${!this.#loading.done}>
        <div class="stack">${this.#registeredView()}${this.#planView()}</div>
        ${this.#formView()}
      </fieldset>
      ${this.#loading.done ? repetitionView({ command: this.#command(), python: this.#python() }, true) : null}
    `;
  }

  #command() {
    return `fivebet power ${this.first} ${this.second} --difference ${this.difference} --game ${this.game} --trial ${this.trialDeals}`;
  }

  #python() {
    const luck = /** @type {{ luck?: string } | undefined} */ (this.trial?.settings)?.luck ?? "none";
    return `from fivebet import play_match
from fivebet.arena.power import plan_from_trial
from fivebet.arena.present import match_to_dict

trial = play_match("${this.first}", "${this.second}", game="${this.game}", deals=${this.trialDeals}, luck="${luck}")
print(plan_from_trial(match_to_dict(trial), ${this.difference}))`;
  }

  #registeredView() {
    return html`<section class="card">
      <h2>Registered agents</h2>
      ${this.registered.length
        ? html`<ul class="stack">${this.registered.map((agent) => keyed(agent.full_name, this.#agentView(agent)))}</ul>`
        : html`<p class="muted">None yet. The host registers them, and everybody can let them play.</p>`}
    </section>`;
  }

  /** @param {Registered} agent */
  #agentView(agent) {
    return html`<li class="row between registered">
      <span class="wrap">
        <b>${agent.full_name}</b> <span class="tag">${agent.kind === "file" ? "from a file" : "by HTTP"}</span>
        ${agent.remembers ? html`<span class="tag accent">remembers</span>` : null}
        ${agent.policy ? html`<span class="tag accent">open policy</span>` : null}
        <br><small class="muted">${agent.problem || agent.about || `registered ${agent.registered.slice(0, 10)}`}</small>
      </span>
      ${this.secret ? html`<button type="button" class="button danger" @click=${() => this.#remove(agent.full_name)}>Remove</button>` : null}
    </li>`;
  }

  #formView() {
    const { form } = this;
    const { label, placeholder, hint } = TARGETS[form.kind];
    const set = (/** @type {Partial<typeof EMPTY>} */ change) => {
      this.form = { ...this.form, ...change };
      this.update();
    };
    return html`<form class="card stack" @submit=${(/** @type {Event} */ event) => this.#register(event)}>
      <h2>Register an agent</h2>
      <p class="muted small">Only the host can: <code>fivebet serve</code> prints the secret when it starts. The agent plays in a process of its own.</p>
      <label class="field">
        <span>Secret of the host</span>
        <input type="password" autocomplete="off" .value=${this.secret} @change=${(/** @type {Event} */ event) => {
          this.secret = valueOf(event).trim();
          this.update();
        }}>
      </label>
      ${segments("Kind", form.kind, [["file", "File"], ["http", "HTTP"]], (kind) => set({ kind, target: "" }))}
      ${textField("Name", form.name, (name) => set({ name: name.trim() }), { placeholder: "mybot", most: 40 })}
      ${textField(label, form.target, (target) => set({ target: target.trim() }), { placeholder, hint, most: 1000 })}
      ${numberField("Seconds for a decision", form.seconds, (seconds) => set({ seconds }), { min: 0.1, max: 60, step: 0.1 })}
      ${textField("What it is", form.about, (about) => set({ about }), { placeholder: "one sentence for guests", most: 200 })}
      ${problemView(this.#registering.problem)}
      <button class="button primary" ?disabled=${this.#registering.busy}>${this.#registering.busy ? "Trying it…" : "Register"}</button>
    </form>`;
  }

  #planView() {
    const choices = inOrder(this.agents).map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    const games = this.games.map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    const pick = (/** @type {"first" | "second" | "game"} */ what) => (/** @type {string} */ value) => {
      this[what] = value;
      this.trial = this.plan = null;
      this.update();
    };
    const isTrying = this.#starting.busy || Boolean(this.trial && !isOver(this.trial.status));
    return html`<section class="card stack">
      <h2>Plan a contest</h2>
      <p class="muted small">A short trial measures how far results spread; that says how many hands tell the difference from nothing, four times in five.</p>
      <div class="pair">
        ${selectField("Agent", this.first, choices, pick("first"))}
        ${selectField("Against", this.second, choices, pick("second"))}
      </div>
      ${selectField("Game", this.game, games, pick("game"))}
      <div class="pair">
        ${numberField("Difference to tell, mbb/hand", this.difference, (value) => {
          this.difference = value;
          this.update();
          this.#plan();
        }, { min: 1, max: 100000 })}
        ${numberField("Deals of the trial", this.trialDeals, (value) => {
          this.trialDeals = value;
          this.update();
        }, { min: 30, max: 100000 })}
      </div>
      ${problemView(this.#starting.problem || this.problem || this.#planning.problem)}
      <button type="button" class="button" ?disabled=${isTrying} @click=${() => this.#try()}>Run the trial</button>
      ${this.trial && !isOver(this.trial.status) ? progressView(this.trial.progress, "Trial") : null}
      ${this.plan ? this.#resultView(this.plan) : null}
    </section>`;
  }

  /** @param {NonNullable<typeof this.plan>} plan */
  #resultView({ blocks, hands, spread, seconds, unit }) {
    const number = (/** @type {number} */ value) => Math.round(value).toLocaleString("en");
    const isTooLong = blocks > MOST_DEALS || unit !== "deal";
    return html`<div class="stack" role="status">
      <dl class="facts">
        <dt>Spread of a block</dt><dd>${number(spread)} mbb/hand</dd>
        <dt>${unit === "deal" ? "Deals" : "Matches"} to play</dt><dd>${number(blocks)}</dd>
        <dt>Hands</dt><dd>${number(hands)}</dd>
        <dt>At the speed of the trial</dt><dd>${duration(seconds)}</dd>
      </dl>
      ${isTooLong
        ? html`<p class="notice">That is more than the card room plays: use the command below with <code>--hands</code>.</p>`
        : html`<button type="button" class="button primary" ?disabled=${this.#starting.busy}
            @click=${() => this.#play(blocks, (contest) => go(`/watch/${contest.run}`))}>Play ${number(blocks)} deals</button>`}
    </div>`;
  }
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
