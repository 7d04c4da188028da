import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { address, post, remove } from "../lib/api.js";
import { CONTESTS, formatError, formatNumber, formatSigned, signClass } from "../lib/format.js";
import { follow, isOver, jobToken, keepJob } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { lineColour } from "../elements/charts.js";
import { crossTable } from "../elements/cross-table.js";
import { headView, lookupView, problemView, progressView, scrollView, statusTag } from "../elements/fields.js";
import { repetitionView } from "../elements/code-block.js";
import { watchNav } from "../elements/watch-nav.js";
import "../elements/lobby.js";

/**
 * @typedef {{ mbb_per_hand: number, ci95: [number, number] | null }} Figure
 * @typedef {object} Player one of a result; which fields are there depends on the kind of contest
 * @property {string} name
 * @property {number} chips
 * @property {number} mbb_per_hand
 * @property {number} bb_per_100
 * @property {[number, number] | null} ci95
 * @property {number} blocks
 * @property {number} failures
 * @property {string} first_failure
 * @property {(Figure & { spread_left: number })} [adjusted]
 * @property {number[]} [won_from]
 * @property {number} [bankroll_rank]
 * @property {number} runoff_rank
 * @property {number} elo
 * @property {number} elo_error
 * @property {number} roi
 * @property {number} entrants
 * @property {number} mean_place
 * @property {number} in_the_money
 * @property {number} won
 * @property {number[]} places
 *
 * @typedef {{ won: number[], adjusted: number[] | null, mean: number, spread: number | null }} Course
 * @typedef {{ players: Player[], hands: number, tournaments: number, timing: { hands_per_second: number }, luck: string, unit: string,
 *   note: string, cross: (number | null)[][], course?: { played: number[], players: Course[] } }} Result
 * @typedef {{ deals: number, seats: number | string | null, seed: number, count: number, rotations: number, schedule: { name: string } }} Settings
 * @typedef {Api.With<Api.Get["/contests/{number}"]["answer"], { settings: Settings, result: Result | null }>} Contest
 */

/** A contest, live or over. */
export default class ContestPage extends Component {
  /** @type {{ run: string }} */
  params = { run: "" };
  /** @type {Contest | null} */
  contest = null;
  problem = "";
  #changing = new Task(this);

  start() {
    this.#follow();
  }

  #follow() {
    const take = (/** @type {Api.Get["/contests/{number}"]["answer"]} */ contest) => {
      this.contest = /** @type {Contest} */ (contest);
      this.problem = contest.error ? formatError(contest.error) : "";
      this.update();
    };
    const complain = (/** @type {string} */ problem) => {
      this.problem = problem;
      this.update();
    };
    follow(this, "/contests/{number}", { number: this.params.run }, take, complain);
  }

  /** @param {"stop" | "resume"} what */
  #change(what) {
    const number = this.params.run;
    const options = { params: { number }, token: jobToken(`contest ${number}`) };
    const request = () =>
      what === "stop" ? remove("/contests/{number}", options) : post("/contests/{number}/resume", undefined, options);
    this.problem = "";
    this.#changing.run(request, (contest) => {
      keepJob(`contest ${number}`, contest.token);
      this.contest = /** @type {Contest} */ (contest);
      this.#follow();
    });
  }

  view() {
    const { contest } = this;
    if (!contest) return html`${watchNav()}${lookupView("Contest", this.problem, "/watch")}`;
    const isRunning = !isOver(contest.status);
    return html`
      ${headView(title(contest.players), summary(contest), this.#actionsView(contest))}
      ${watchNav()}
      ${problemView(this.#changing.problem || this.problem)}
      ${isRunning ? progress(contest) : null}
      ${contest.result ? resultView(contest, contest.result) : emptyView(isRunning)}
      ${contest.result ? downloadsView(contest) : null}
      ${repetitionView(contest, true)}
    `;
  }

  /** @param {Contest} contest */
  #actionsView({ status, here, recorded, run }) {
    const button = (/** @type {"stop" | "resume"} */ what, /** @type {string} */ text, /** @type {string} */ kind) =>
      html`<button class=${`button ${kind}`} ?disabled=${this.#changing.busy} @click=${() => this.#change(what)}>${text}</button>`;
    return html`<p class="row">
      ${statusTag(status)}
      ${!isOver(status) && here && jobToken(`contest ${run}`) ? button("stop", "Stop", "danger") : null}
      ${status === "stopped" ? button("resume", "Resume", "primary") : null}
      ${recorded ? html`<a class="button" href=${`/hands?run=${run}`}>${recorded.toLocaleString("en")} hands</a>` : null}
    </p>`;
  }
}

/** Show what of a contest can be taken home. @param {Contest} contest */
function downloadsView({ run, recorded }) {
  const params = { number: run };
  return html`<section class="card below">
    <h2>Take it home</h2>
    <p class="row">
      <a class="button" download=${`contest-${run}.html`} href=${address("/contests/{number}/report", params)}>Report to cite</a>
      <a class="button" download=${`contest-${run}.csv`} href=${address("/contests/{number}/figures", params)}>Figures with intervals</a>
      ${recorded ? html`<a class="button" download=${`contest-${run}.phhs`} href=${address("/hands/text", {}, { run, format: "phh" })}>Hands</a>` : null}
    </p>
  </section>`;
}

/** @param {Contest} contest */
function summary({ kind, run, game, settings }) {
  const size = kind === "tournament"
    ? `${settings.count} tournaments, ${settings.schedule.name}, up to ${settings.seats} at a table`
    : `${game}, ${settings.deals.toLocaleString("en")} deals, seats ${settings.seats ?? "switched"}`;
  return `${CONTESTS[kind]} ${run} · ${size} · seed ${settings.seed}`;
}

/** @param {Contest} contest */
function progress({ progress: part, result }) {
  const speed = result ? Math.round(result.timing.hands_per_second).toLocaleString("en") : "";
  const played = result ? ` · ${result.hands.toLocaleString("en")} hands · ${speed} per second` : "";
  return html`<div class="live-progress" aria-live="off">
    ${progressView(part, "Progress")}
    <span class="muted small">${Math.round(100 * part)} %${played}</span>
  </div>`;
}

/** @param {boolean} isRunning */
function emptyView(isRunning) {
  const text = isRunning ? "The first hands are being dealt…" : "The contest was stopped before there was a result.";
  return html`<section class="card empty"><p>${text}</p></section>`;
}

/** @param {Contest} contest @param {Result} result */
function resultView(contest, result) {
  if (contest.kind === "tournament") return seriesView(contest, result);
  if (contest.kind === "league") return leagueView(contest, result);
  return matchView(contest, result);
}

/** @param {Contest} contest @param {Result} result */
function matchView({ players }, result) {
  const names = unique(players);
  const scale = mbbPerChip(result);
  const won = result.players.map((player) => (player.won_from ?? []).map((chips) => chips * scale));
  return html`
    ${result.course ? winningsView(result, result.course, names) : null}
    <section class="below">
      <h2>Standings</h2>
      ${scrollView("Standings", standingsView(result, names))}
      <p class="muted small after">
        ± is the 95 % interval over ${result.players[0].blocks.toLocaleString("en")} ${result.unit === "deal" ? "deals" : "matches"}.
        ${result.note ? ` Note: ${result.note}.` : ""}
      </p>
    </section>
    ${players.length > 2 && result.players[0].won_from
      ? html`<section class="card below"><h2>Who wins from whom</h2>${crossTable(names, won, "mbb per hand")}</section>`
      : null}
  `;
}

/** @param {Result} result @param {NonNullable<Result["course"]>} course @param {string[]} names */
function winningsView({ players }, course, names) {
  const figures = players.map((player) => `${player.name}: ${Math.round(player.mbb_per_hand)} mbb per hand`);
  const data = {
    label: `Big blinds won by hands played. ${figures.join(", ")}`,
    x: course.played,
    lines: course.players.map((each, at) => ({ name: names[at], values: each.won, dashed: each.adjusted, mean: each.mean, spread: each.spread })),
    xName: "hands",
    yName: "big blinds",
    banded: true,
  };
  return html`<section class="card">
    <h2>Winnings ${players[0].adjusted ? html`<span class="muted small">dashed: luck-adjusted</span>` : null}</h2>
    <fb-chart .data=${data}></fb-chart>
    <p class="muted small">
      The bands cover 70 % and 95 % of such runs${players.length > 2 ? "; pick a name to see its own" : ""}.
    </p>
  </section>`;
}

/** @param {Result} result @param {string[]} names */
function standingsView({ players, luck }, names) {
  const isAdjusted = Boolean(players[0].adjusted);
  const ranked = players.map((player, at) => ({ player, at })).sort((a, b) => b.player.chips - a.player.chips);
  return html`<table class="data">
    <thead>
      <tr>
        <th>Agent</th><th class="number">Chips</th><th class="number">BB/100</th><th class="number">mbb/hand</th>
        ${isAdjusted ? html`<th class="number">Luck-adjusted (${luck})</th><th class="number">Spread left</th>` : null}
        <th class="number">Failures</th>
      </tr>
    </thead>
    <tbody>
      ${ranked.map(
        ({ player, at }) => html`<tr>
          <td><i class="dot" style=${{ "--colour": lineColour(at) }}></i>${names[at]}</td>
          <td class=${`number ${signClass(player.chips)}`}>${formatSigned(Math.round(player.chips))}</td>
          <td class="number">${player.bb_per_100 >= 0 ? "+" : "−"}${Math.abs(player.bb_per_100).toFixed(1)}</td>
          <td class="number">${figureView(player)}</td>
          ${player.adjusted
            ? html`<td class="number"><b>${figureView(player.adjusted)}</b></td>
                <td class="number">${Math.round(100 * player.adjusted.spread_left)} %</td>`
            : null}
          <td class="number" title=${player.first_failure}>${player.failures || ""}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Contest} contest @param {Result} result */
function leagueView({ players }, result) {
  const names = unique(players);
  const rank = (/** @type {number} */ at) => result.players[at].bankroll_rank ?? at;
  const order = result.players.map((_, at) => at).sort((a, b) => rank(a) - rank(b));
  const cells = order.map((row) => order.map((column) => result.cross[row][column]));
  return html`<section class="card"><h2>Cross table</h2>${crossTable(order.map((at) => names[at]), cells, "mbb per hand")}</section>
    ${result.players[0].bankroll_rank === undefined
      ? null
      : html`<section class="below"><h2>Table</h2>${scrollView("Standings", leagueTable(order.map((at) => [result.players[at], names[at]])))}</section>`}`;
}

/** @param {[Player, string][]} rows */
function leagueTable(rows) {
  return html`<table class="data">
    <thead>
      <tr>
        <th class="number">Rank</th><th>Agent</th><th class="number">Bankroll, mbb/hand</th><th class="number">Run-off</th>
        <th class="number">Elo</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([player, name]) => html`<tr>
          <td class="number">${player.bankroll_rank}</td>
          <td>${name}</td>
          <td class="number">${figureView(player)}</td>
          <td class="number">${player.runoff_rank}</td>
          <td class="number">${Math.round(player.elo)} <small class="muted">± ${Math.round(1.96 * player.elo_error)}</small></td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Contest} contest @param {Result} result */
function seriesView({ run, settings }, result) {
  const total = settings.count * settings.rotations;
  return html`
    <section class="card"><h2>Lobby</h2><fb-lobby .run=${run}></fb-lobby></section>
    <section class="below">
      <h2>Standings</h2>
      ${scrollView("Standings", seriesTable([...result.players].sort((a, b) => b.roi - a.roi)))}
      <p class="muted small after">
        ${result.tournaments.toLocaleString("en")} of ${total} tournaments, ${result.hands.toLocaleString("en")} hands. ROI is what a
        buy-in returned beyond itself.
      </p>
    </section>
    ${result.course ? buyInsView(result, result.course) : null}
  `;
}

/** @param {Player[]} players */
function seriesTable(players) {
  return html`<table class="data">
    <thead>
      <tr>
        <th>Agent</th><th class="number">Entrants</th><th class="number">ROI</th><th class="number">Mean place</th>
        <th class="number">In the money</th><th class="number">Wins</th><th>Places</th>
      </tr>
    </thead>
    <tbody>
      ${players.map((player) => {
        const error = player.ci95 ? html`<small class="muted">± ${formatNumber(Math.round(100 * (player.ci95[1] - player.roi)))}</small>` : null;
        return html`<tr>
          <td>${player.name}</td>
          <td class="number">${player.entrants}</td>
          <td class=${`number ${signClass(player.roi)}`}>${formatSigned(Math.round(100 * player.roi))} % ${error}</td>
          <td class="number">${player.mean_place.toFixed(1)}</td>
          <td class="number">${Math.round(100 * player.in_the_money)} %</td>
          <td class="number">${Math.round(100 * player.won)} %</td>
          <td>${placesView(player.places)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** @param {Result} result @param {NonNullable<Result["course"]>} course */
function buyInsView({ players }, course) {
  const data = {
    label: "Buy-ins won by tournaments played",
    x: course.played,
    lines: course.players.map((each, at) => ({ name: players[at].name, values: each.won, mean: each.mean, spread: each.spread })),
    xName: "tournaments",
    yName: "buy-ins",
    banded: true,
  };
  return html`<section class="card below"><h2>Buy-ins won</h2><fb-chart .data=${data}></fb-chart></section>`;
}

/** @param {string[]} players */
function title(players) {
  if (players.length === 2) return players.join(" against ");
  const names = [...new Set(players)];
  return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** Number the copies of an agent. @param {string[]} players */
function unique(players) {
  return players.map((name, at) => {
    const before = players.slice(0, at).filter((each) => each === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** Return what a chip is worth in thousandths of a big blind per hand. @param {Result} result */
function mbbPerChip(result) {
  const player = result.players.find((each) => each.chips);
  return player ? player.mbb_per_hand / player.chips : 0;
}

/** @param {Figure} figure */
function figureView({ mbb_per_hand: mean, ci95 }) {
  const error = ci95 ? html`<small class="muted">± ${Math.round(ci95[1] - mean).toLocaleString("en")}</small>` : null;
  return html`<span class=${signClass(mean)}>${formatSigned(Math.round(mean))}</span> ${error}`;
}

/** @param {number[]} places */
function placesView(places) {
  const most = Math.max(1, ...places);
  return html`<span class="place-bars" role="img" aria-label=${`Times in places one to ${places.length}: ${places.join(", ")}`}>
    ${places.map((times) => html`<i style=${{ "--share": (times / most).toFixed(3) }}></i>`)}
  </span>`;
}
