import { html, keyed } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { go } from "../lib/router.js";
import { over } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { publishedFirst, seatedName } from "../lib/agents.js";
import { read, write } from "../lib/settings.js";
import { CONTESTS } from "../lib/words.js";
import { numberField, problemView, progressView, segments, selectField, statusTag } from "../elements/fields.js";
import { icon } from "../elements/icons.js";
import { watchNav } from "../elements/watch-nav.js";

const KEY = "fivebet.last-contest";
const USUAL = { what: "match", agents: ["fair", "tight"], game: "nolimit-2p", deals: 1000, luck: "auto", matches: 1, count: 20, seats: 6, schedule: "turbo", seed: 0 };
const MOST = /** @type {Record<string, number>} */ ({ match: 10, league: 24, tournament: 60, table: 9 });

/** Starting contests between agents, and all that were played. */
export default class Watch extends Piece {
  /** @type {typeof USUAL} */
  wanted = { ...USUAL, ...read(KEY) };
  /** @type {any[]} */
  agents = [];
  /** @type {any[]} */
  games = [];
  /** @type {any[]} */
  schedules = [];
  /** @type {any[] | null} */
  contests = null;
  #loading = new Task(this);
  #listing = new Task(this);
  #starting = new Task(this);

  start() {
    const timer = setInterval(() => this.contests?.some((each) => !over(each.status)) && this.#list(), 1500);
    this.finally(() => clearInterval(timer));
    this.#load();
    this.#list();
  }

  #load() {
    this.#loading.run(
      () => Promise.all([ask("/agents"), ask("/games"), ask("/schedules")]),
      ([agents, games, schedules]) => {
        this.agents = agents;
        this.games = games;
        this.schedules = schedules;
        const known = new Set(this.agents.filter((agent) => !agent.problem).map((agent) => agent.name));
        this.#set({ agents: this.wanted.agents.filter((name) => known.has(name.split(":")[0])) });
      },
    );
  }

  #list() {
    if (this.#listing.busy) return;
    this.#listing.refresh(() => ask("/contests"), (contests) => {
      this.contests = contests;
    });
  }

  /** @param {Partial<typeof USUAL>} change */
  #set(change) {
    this.wanted = { ...this.wanted, ...change };
    this.wanted.agents = this.wanted.agents.slice(0, MOST[this.wanted.what]);
    const fitting = this.#games();
    if (fitting.length && !fitting.some((game) => game.name === this.wanted.game)) this.wanted.game = fitting[0].name;
    this.#starting.error = null;
    this.changed();
  }

  #games() {
    const { what, agents } = this.wanted;
    const seats = what === "league" ? 2 : agents.length;
    return this.games.filter((game) => game.seats === seats);
  }

  #begin() {
    const { what, agents, game, deals, luck, matches, count, seats, schedule, seed } = this.wanted;
    const seated = (/** @type {string} */ played) => agents.map((name) => seatedName(this.agents, name, played));
    write(KEY, this.wanted);
    this.#starting.run(async () => {
      if (what === "table") {
        const opened = await post("/tables", { opponents: seated(`cash-${agents.length}p`), names: [], pace: "normal" });
        return `/table/${opened.table}`;
      }
      const begun = what === "tournament"
        ? await post("/tournaments", { agents: seated(`nolimit-${Math.min(seats, agents.length)}p`), count, seats, schedule, seed })
        : await post("/matches", { agents: seated(game), game, deals, luck, matches, league: what === "league", seed });
      return `/watch/${begun.run}`;
    }, go);
  }

  view() {
    const { wanted } = this;
    const most = MOST[wanted.what];
    const needs = this.#loading.done && wanted.what === "match" && !this.#games().length;
    return html`
      <header class="head"><div><h1>Watch</h1><p>Let agents play each other, and see what is skill and what is luck.</p></div></header>
      ${watchNav()}
      ${problemView(this.#loading.problem, () => this.#load())}
      <fieldset class="split" ?disabled=${!this.#loading.done}>
        <section class="card"><h2>Who plays <span class="muted small">${wanted.agents.length} of ${most}</span></h2>
          <ol class="chosen" aria-label="Chosen agents">${wanted.agents.map((name, at) => keyed(`${at}-${name}`, html`<li><span class="avatar" aria-hidden="true">${name.slice(0, 2)}</span><span class="grow">${name}</span><button class="icon-button" aria-label=${`Remove ${name}`} @click=${() => this.#set({ agents: wanted.agents.filter((_, each) => each !== at) })}>${icon("minus")}</button></li>`))}</ol>
          <h3 class="offer-title">Add an agent</h3>
          <ul class="offer brief">${publishedFirst(this.agents).map((agent) => html`<li><button type="button" ?disabled=${wanted.agents.length >= most} @click=${() => this.#set({ agents: [...wanted.agents, agent.name] })}><span class="row between"><b><span class="unseen">Add </span>${agent.name}</b>${icon("plus")}</span><span class="small muted">${agent.about}</span></button></li>`)}</ul>
        </section>
        <section class="card stack"><h2>What is played</h2>
          ${segments("Contest", wanted.what, [["match", "Match"], ["league", "League"], ["tournament", "Tourney"], ["table", "Live"]], (what) => this.#set({ what }))}
          <p class="muted small">${ABOUT[wanted.what]}</p>
          ${wanted.what === "match" || wanted.what === "league" ? html`${selectField("Game", wanted.game, this.#games().map((game) => [game.name, game.name]), (game) => this.#set({ game }))}
            <div class="pair">${numberField("Deals", wanted.deals, (deals) => this.#set({ deals }), { min: 1, max: 1000000 })}${numberField("Matches", wanted.matches, (matches) => this.#set({ matches }), { min: 1, max: 10000 })}</div>
            ${segments("Luck taken out", wanted.luck, [["auto", "Auto"], ["none", "None"], ["cards", "Cards"], ["aivat", "AIVAT"]], (luck) => this.#set({ luck }))}` : null}
          ${wanted.what === "tournament" ? html`<div class="pair">${numberField("Tournaments", wanted.count, (count) => this.#set({ count }), { min: 1, max: 10000 })}${numberField("Seats at a table", wanted.seats, (seats) => this.#set({ seats }), { min: 2, max: 10 })}</div>
            ${segments("Blinds rise", wanted.schedule, this.schedules.map((each) => [each.name, each.name]), (schedule) => this.#set({ schedule }))}` : null}
          ${wanted.what === "table" ? null : numberField("Seed", wanted.seed, (seed) => this.#set({ seed }), { min: 0, max: Number.MAX_SAFE_INTEGER })}
          ${needs ? html`<p class="notice">No named game has ${wanted.agents.length} seats.</p>` : null}
          ${problemView(this.#starting.problem)}
          <button class="button primary big" ?disabled=${this.#starting.busy || wanted.agents.length < 2 || needs} @click=${() => this.#begin()}>${wanted.what === "table" ? "Open the table" : "Start"}</button>
        </section>
      </fieldset>
      ${problemView(this.#listing.problem)}
      ${this.contests?.length ? html`<section class="below"><h2>Contests</h2><ul class="contest-list">${this.contests.slice(0, 40).map((each) => keyed(each.run, contestView(each)))}</ul></section>` : null}
    `;
  }
}

const ABOUT = /** @type {Record<string, string>} */ ({
  match: "Two agents play a match, more a ring; every deal is played in every seating.",
  league: "Everybody against everybody else, heads-up, on the same deals.",
  tournament: "Freeze-outs with rising blinds; tables are broken and balanced.",
  table: "Watch them hand by hand at a table of this room.",
});

/** @param {any} contest */
function contestView(contest) {
  const names = [...new Set(contest.players)];
  return html`<li><a class="contest card" href=${`/watch/${contest.run}`}>
    <span class="contest-what"><b>${CONTESTS[contest.kind]}</b> <span class="muted">${contest.run}</span></span>
    <span class="contest-who">${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}<br><small class="muted">${contest.kind === "tournament" ? `${contest.settings.count} × ${contest.players.length} entrants` : `${contest.game}, ${contest.settings.deals.toLocaleString("en")} deals`}</small></span>
    <span class="contest-lead">${leading(contest)}</span>
    <span class="contest-state">${contest.status === "working" ? progressView(contest.progress, `Contest ${contest.run}`) : null}${statusTag(contest.status)}</span>
  </a></li>`;
}

/** @param {any} contest */
function leading(contest) {
  const players = contest.result?.players ?? [];
  const figure = (/** @type {any} */ player) => player.adjusted?.mbb_per_hand ?? player.mbb_per_hand ?? player.roi;
  const known = players.filter((/** @type {any} */ player) => figure(player) !== undefined);
  if (!known.length) return "";
  const best = known.reduce((/** @type {any} */ a, /** @type {any} */ b) => (figure(b) > figure(a) ? b : a));
  const won = figure(best);
  return html`<b>${best.name}</b> <span class=${won >= 0 ? "plus" : "minus"}>${won >= 0 ? "+" : "−"}${best.roi === undefined ? `${Math.round(Math.abs(won)).toLocaleString("en")} mbb/hand` : `${Math.round(100 * Math.abs(won))} % ROI`}</span>`;
}
