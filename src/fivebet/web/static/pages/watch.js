import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { inOrder, seatable, seatedName } from "../lib/agents.js";
import { get, post } from "../lib/api.js";
import { CONTESTS, formatSigned } from "../lib/format.js";
import { isOver, keepJob } from "../lib/jobs.js";
import { go } from "../lib/router.js";
import { read, write } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { headView, numberField, problemView, progressView, segments, selectField, statusTag } from "../elements/fields.js";
import { watchNav } from "../elements/watch-nav.js";
import { chosenView, offerView } from "./play.js";

/** @typedef {import("./contest.js").Contest} Contest */

const KEY = "fivebet.last-contest";
const DEFAULTS = {
  what: "match",
  agents: ["fair", "tight"],
  game: "nolimit-2p",
  deals: 1000,
  luck: "auto",
  matches: 1,
  count: 20,
  seats: 6,
  schedule: "turbo",
  seed: 0,
};
const MOST = /** @type {Record<string, number>} */ ({ match: 10, league: 24, tournament: 60, table: 9 });
const ABOUT = /** @type {Record<string, string>} */ ({
  match: "Two agents play a match, more than two a ring; every deal is played in every seating.",
  league: "Everyone plays everyone else, heads-up, on the same deals.",
  tournament: "Freeze-outs with rising blinds; tables are broken up and balanced.",
  table: "Watch them hand by hand at a table of this card room.",
});

/** Starting contests between agents, and all contests so far. */
export default class Watch extends Component {
  /** @type {typeof DEFAULTS} */
  options = { ...DEFAULTS, ...read(KEY) };
  /** @type {Api.Get["/agents"]["answer"]} */
  agents = [];
  /** @type {Api.Get["/games"]["answer"]} */
  games = [];
  /** @type {Api.Get["/schedules"]["answer"]} */
  schedules = [];
  /** @type {Contest[]} */
  contests = [];
  #loading = new Task(this);
  #listing = new Task(this);
  #starting = new Task(this);

  start() {
    this.#load();
    this.#list();
    this.every(1500, () => {
      if (this.contests.some((contest) => !isOver(contest.status))) this.#list();
    });
  }

  #load() {
    this.#loading.run(
      () => Promise.all([get("/agents"), get("/games"), get("/schedules")]),
      ([agents, games, schedules]) => {
        this.agents = agents;
        this.games = games;
        this.schedules = schedules;
        this.#set({ agents: seatable(agents, this.options.agents) });
      },
    );
  }

  #list() {
    if (this.#listing.busy) return;
    this.#listing.refresh(() => get("/contests"), (contests) => {
      this.contests = /** @type {Contest[]} */ (contests);
    });
  }

  /** @param {Partial<typeof DEFAULTS>} change */
  #set(change) {
    this.options = { ...this.options, ...change };
    this.options.agents = this.options.agents.slice(0, MOST[this.options.what]);
    const games = this.#fittingGames();
    if (games.length && !games.some((game) => game.name === this.options.game)) this.options.game = games[0].name;
    this.#starting.error = null;
    this.update();
  }

  #fittingGames() {
    const { what, agents } = this.options;
    const seats = what === "league" ? 2 : agents.length;
    return this.games.filter((game) => game.seats === seats);
  }

  #begin() {
    const { what, agents, game, deals, luck, matches, count, seats, schedule, seed } = this.options;
    const seated = (/** @type {string} */ played) => agents.map((name) => seatedName(this.agents, name, played));
    write(KEY, this.options);
    this.#starting.run(async () => {
      if (what === "table") {
        const opened = await post("/tables", { opponents: seated(`cash-${agents.length}p`), names: [], pace: "normal" });
        return `/table/${opened.table}`;
      }
      const contest = what === "tournament"
        ? await post("/tournaments", { agents: seated(`nolimit-${Math.min(seats, agents.length)}p`), count, seats, schedule, seed })
        : await post("/matches", { agents: seated(game), game, deals, luck, matches, league: what === "league", seed });
      keepJob(`contest ${contest.run}`, contest.token);
      return `/watch/${contest.run}`;
    }, go);
  }

  view() {
    return html`
      ${headView("Watch", "Let agents play each other, and see what is skill and what is luck.")}
      ${watchNav()}
      ${problemView(this.#loading.problem, () => this.#load())}
      <fieldset class="split" ?disabled=${!this.#loading.done}>${this.#agentsView()}${this.#contestView()}</fieldset>
      ${problemView(this.#listing.problem)}
      ${this.contests.length
        ? html`<section class="below">
            <h2>Contests</h2>
            <ul class="contest-list">${this.contests.slice(0, 40).map((each) => keyed(each.run, entryView(each)))}</ul>
          </section>`
        : null}
    `;
  }

  #agentsView() {
    const { agents, what } = this.options;
    const most = MOST[what];
    const isFull = agents.length >= most;
    return html`<section class="card">
      <h2>Who plays <span class="muted small">${agents.length} of ${most}</span></h2>
      <ol class="chosen" aria-label="Chosen agents">
        ${agents.map((name, at) => keyed(`${at}-${name}`, chosenView(name, null, () => this.#set({ agents: agents.toSpliced(at, 1) }))))}
      </ol>
      <h3 class="offer-title">Add an agent</h3>
      <ul class="offer brief">
        ${inOrder(this.agents).map(({ name, about }) => offerView(name, about, isFull, () => this.#set({ agents: [...agents, name] })))}
      </ul>
    </section>`;
  }

  #contestView() {
    const { what, agents, seed } = this.options;
    const hasNoGame = this.#loading.done && what === "match" && !this.#fittingGames().length;
    const kinds = /** @type {[string, string][]} */ ([["match", "Match"], ["league", "League"], ["tournament", "Tourney"], ["table", "Live"]]);
    const seedField = () => numberField("Seed", seed, (value) => this.#set({ seed: value }), { max: Number.MAX_SAFE_INTEGER });
    return html`<section class="card stack">
      <h2>What they play</h2>
      ${segments("Contest", what, kinds, (chosen) => this.#set({ what: chosen }))}
      <p class="muted small">${ABOUT[what]}</p>
      ${what === "match" || what === "league" ? this.#matchView() : null}
      ${what === "tournament" ? this.#tournamentView() : null}
      ${what === "table" ? null : seedField()}
      ${hasNoGame ? html`<p class="notice">No named game has ${agents.length} seats.</p>` : null}
      ${problemView(this.#starting.problem)}
      <button class="button primary big" ?disabled=${this.#starting.busy || agents.length < 2 || hasNoGame} @click=${() => this.#begin()}>
        ${what === "table" ? "Open the table" : "Start"}
      </button>
    </section>`;
  }

  #matchView() {
    const { game, deals, matches, luck } = this.options;
    const games = this.#fittingGames().map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    return html`${selectField("Game", game, games, (name) => this.#set({ game: name }))}
      <div class="pair">
        ${numberField("Deals", deals, (value) => this.#set({ deals: value }), { min: 1, max: 1000000 })}
        ${numberField("Matches", matches, (value) => this.#set({ matches: value }), { min: 1, max: 10000 })}
      </div>
      ${segments("Luck adjustment", luck, [["auto", "Auto"], ["none", "None"], ["cards", "Cards"], ["aivat", "AIVAT"]], (value) =>
        this.#set({ luck: value }),
      )}`;
  }

  #tournamentView() {
    const { count, seats, schedule } = this.options;
    return html`<div class="pair">
        ${numberField("Tournaments", count, (value) => this.#set({ count: value }), { min: 1, max: 10000 })}
        ${numberField("Seats per table", seats, (value) => this.#set({ seats: value }), { min: 2, max: 10 })}
      </div>
      ${segments("Blind levels", schedule, this.schedules.map(({ name }) => [name, name]), (value) => this.#set({ schedule: value }))}`;
  }
}

/** @param {Contest} contest */
function entryView(contest) {
  const { run, kind, players, settings, game, status, progress } = contest;
  const names = [...new Set(players)];
  const more = names.length > 6 ? ` and ${names.length - 6} more` : "";
  const size = kind === "tournament"
    ? `${settings.count} × ${players.length} entrants`
    : `${game}, ${settings.deals.toLocaleString("en")} deals`;
  return html`<li>
    <a class="contest card" href=${`/watch/${run}`}>
      <span class="contest-what"><b>${CONTESTS[kind]}</b> <span class="muted">${run}</span></span>
      <span class="contest-who">${names.slice(0, 6).join(", ")}${more}<br><small class="muted">${size}</small></span>
      <span class="contest-lead">${leaderView(contest)}</span>
      <span class="contest-state">${status === "working" ? progressView(progress, `Contest ${run}`) : null}${statusTag(status)}</span>
    </a>
  </li>`;
}

/** Show who leads a contest, and by how much. @param {Contest} contest */
function leaderView({ result }) {
  const figures = (result?.players ?? []).flatMap((player) => {
    const won = player.adjusted?.mbb_per_hand ?? player.mbb_per_hand ?? player.roi;
    return won === undefined ? [] : [{ player, won }];
  });
  if (!figures.length) return "";
  const { player, won } = figures.reduce((best, each) => (each.won > best.won ? each : best));
  const text = player.roi === undefined ? `${formatSigned(Math.round(won))} mbb/hand` : `${formatSigned(Math.round(100 * won))} % ROI`;
  return html`<b>${player.name}</b> <span class=${won >= 0 ? "plus" : "minus"}>${text}</span>`;
}
