import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { follow, over, sentence } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { CONTESTS, signed } from "../lib/words.js";
import { crossTable } from "../elements/cross-table.js";
import { lineColour } from "../elements/charts.js";
import { lookupView, problemView, progressView, statusTag } from "../elements/fields.js";
import { watchNav } from "../elements/watch-nav.js";
import "../elements/lobby.js";

/** A contest, live or over. */
export default class Contest extends Piece {
  /** @type {{ run: string }} */
  params = { run: "" };
  /** @type {any} */
  contest = null;
  problem = "";
  #changing = new Task(this);

  start() {
    this.#follow();
  }

  #follow() {
    follow(this, `/contests/${encodeURIComponent(this.params.run)}`, (contest) => {
      this.contest = contest;
      this.problem = contest.status === "failed" ? sentence(contest.error) : "";
      this.changed();
    }, (message) => {
      this.problem = sentence(message);
      this.changed();
    });
  }

  /** @param {"stop" | "resume"} what */
  #do(what) {
    const path = `/contests/${encodeURIComponent(this.params.run)}`;
    const asked = () => (what === "stop" ? ask(path, { method: "DELETE" }) : post(`${path}/resume`, {}));
    this.problem = "";
    this.#changing.run(asked, (contest) => {
      this.contest = contest;
      this.#follow();
    });
  }

  view() {
    const { contest } = this;
    if (!contest) return html`${watchNav()}${lookupView("Contest", this.problem, "/watch")}`;
    const { result, settings } = contest;
    const running = !over(contest.status);
    return html`
      <header class="head"><div><h1>${title(contest)}</h1><p>${CONTESTS[contest.kind]} ${contest.run} · ${contest.kind === "tournament" ? `${settings.count} tournaments, ${settings.schedule.name}, up to ${settings.seats} at a table` : `${contest.game}, ${settings.deals.toLocaleString("en")} deals, seats ${settings.seats ?? "switched"}`} · seed ${settings.seed}</p></div>
        <p class="row">${statusTag(contest.status)}${running && contest.here ? html`<button class="button danger" ?disabled=${this.#changing.busy} @click=${() => this.#do("stop")}>Stop</button>` : null}${contest.status === "stopped" ? html`<button class="button primary" ?disabled=${this.#changing.busy} @click=${() => this.#do("resume")}>Go on</button>` : null}${contest.recorded ? html`<a class="button" href=${`/hands?run=${contest.run}`}>${contest.recorded.toLocaleString("en")} hands</a>` : null}</p></header>
      ${watchNav()}
      ${problemView(this.#changing.problem || this.problem)}
      ${running ? html`<div class="live-progress" aria-live="off">${progressView(contest.progress, "Played so far")}<span class="muted small">${Math.round(100 * contest.progress)} %${result ? ` · ${result.hands.toLocaleString("en")} hands · ${Math.round(result.timing.hands_per_second).toLocaleString("en")} a second` : ""}</span></div>` : null}
      ${result ? this.#result() : running ? html`<section class="card empty"><p>The first hands are being dealt…</p></section>` : html`<section class="card empty"><p>It was left off before there was a result.</p></section>`}
    `;
  }

  #result() {
    const { contest } = this;
    if (contest.kind === "tournament") return this.#series();
    if (contest.kind === "league") return this.#league();
    return this.#event();
  }

  #event() {
    const { result, players } = this.contest;
    const names = unique(players);
    const bb = bigBlindScale(result);
    return html`
      ${result.course ? html`<section class="card"><h2>Winnings ${result.players[0].adjusted ? html`<span class="muted small">dashed: less luck</span>` : null}</h2><fb-chart .data=${{
        label: `Big blinds won by hands played. ${result.players.map((/** @type {any} */ player) => `${player.name}: ${Math.round(player.mbb_per_hand)} mbb per hand`).join(", ")}`,
        x: result.course.played,
        lines: result.course.players.map((/** @type {any} */ each, /** @type {number} */ at) => ({ name: names[at], values: each.won, dashed: each.adjusted, mean: each.mean, spread: each.spread })),
        xName: "hands",
        yName: "big blinds",
        banded: true,
      }}></fb-chart><p class="muted small">Bands hold 70 and 95 of a hundred such courses${players.length > 2 ? "; pick a name to see its own" : ""}.</p></section>` : null}
      <section class="below"><h2>Standings</h2><div class="scroll" tabindex="0" role="region" aria-label="Standings"><table class="data"><thead><tr><th>Agent</th><th class="number">Chips</th><th class="number">BB/100</th><th class="number">mbb/hand</th>${result.players[0].adjusted ? html`<th class="number">Less luck (${result.luck})</th><th class="number">Spread left</th>` : null}<th class="number">Failures</th></tr></thead>
        <tbody>${ranked(result.players).map(([player, at]) => html`<tr><td><i class="dot" style=${{ "--colour": lineColour(at) }}></i>${names[at]}</td><td class=${`number ${sign(player.chips)}`}>${signed(Math.round(player.chips))}</td><td class="number">${player.bb_per_100 >= 0 ? "+" : "−"}${Math.abs(player.bb_per_100).toFixed(1)}</td><td class="number">${reach(player)}</td>${player.adjusted ? html`<td class="number"><b>${reach(player.adjusted)}</b></td><td class="number">${Math.round(100 * player.adjusted.spread_left)} %</td>` : null}<td class="number" title=${player.first_failure}>${player.failures || ""}</td></tr>`)}</tbody></table></div>
        <p class="muted small after">± is the 95 % interval over ${result.players[0].blocks.toLocaleString("en")} ${result.unit === "deal" ? "deals" : "matches"}.${result.note ? ` Note: ${result.note}.` : ""}</p></section>
      ${players.length > 2 && result.players[0].won_from ? html`<section class="card below"><h2>Who wins from whom</h2>${crossTable(names, result.players.map((/** @type {any} */ player) => player.won_from.map((/** @type {number} */ chips) => chips * bb)), "mbb a hand")}</section>` : null}
    `;
  }

  #league() {
    const { result, players } = this.contest;
    const names = unique(players);
    const order = result.players.map((/** @type {any} */ _, /** @type {number} */ at) => at).sort((/** @type {number} */ a, /** @type {number} */ b) => (result.players[a].bankroll_rank ?? a) - (result.players[b].bankroll_rank ?? b));
    const done = result.players[0].bankroll_rank !== undefined;
    return html`<section class="card"><h2>Cross table</h2>${crossTable(order.map((/** @type {number} */ at) => names[at]), order.map((/** @type {number} */ row) => order.map((/** @type {number} */ column) => result.cross[row][column])), "mbb a hand")}</section>
      ${done ? html`<section class="below"><h2>Table</h2><div class="scroll" tabindex="0" role="region" aria-label="Standings"><table class="data"><thead><tr><th class="number">Rank</th><th>Agent</th><th class="number">Bankroll, mbb/hand</th><th class="number">Run-off</th><th class="number">Elo</th></tr></thead><tbody>${order.map((/** @type {number} */ at) => {
        const player = result.players[at];
        return html`<tr><td class="number">${player.bankroll_rank}</td><td>${names[at]}</td><td class="number">${reach(player)}</td><td class="number">${player.runoff_rank}</td><td class="number">${Math.round(player.elo)} <small class="muted">± ${Math.round(1.96 * player.elo_error)}</small></td></tr>`;
      })}</tbody></table></div></section>` : null}`;
  }

  #series() {
    const { result, run } = this.contest;
    const sorted = [...result.players].sort((a, b) => b.roi - a.roi);
    return html`
      <section class="card"><h2>Lobby</h2><fb-lobby .run=${run}></fb-lobby></section>
      <section class="below"><h2>Standings</h2><div class="scroll" tabindex="0" role="region" aria-label="Standings"><table class="data"><thead><tr><th>Agent</th><th class="number">Entrants</th><th class="number">ROI</th><th class="number">Mean place</th><th class="number">In the money</th><th class="number">Wins</th><th>Places</th></tr></thead>
        <tbody>${sorted.map((player) => html`<tr><td>${player.name}</td><td class="number">${player.entrants}</td><td class=${`number ${sign(player.roi)}`}>${signed(Math.round(100 * player.roi))} % ${player.ci95 ? html`<small class="muted">± ${Math.round(100 * (player.ci95[1] - player.roi))}</small>` : null}</td><td class="number">${player.mean_place.toFixed(1)}</td><td class="number">${Math.round(100 * player.in_the_money)} %</td><td class="number">${Math.round(100 * player.won)} %</td><td>${places(player)}</td></tr>`)}</tbody></table></div>
        <p class="muted small after">${result.tournaments.toLocaleString("en")} of ${this.contest.settings.count * this.contest.settings.rotations} tournaments, ${result.hands.toLocaleString("en")} hands. ROI: what a buy-in returned beyond itself.</p></section>
      ${result.course ? html`<section class="card below"><h2>Buy-ins won</h2><fb-chart .data=${{
        label: "Buy-ins won by tournaments played",
        x: result.course.played,
        lines: result.course.players.map((/** @type {any} */ each, /** @type {number} */ at) => ({ name: result.players[at].name, values: each.won, mean: each.mean, spread: each.spread })),
        xName: "tournaments",
        yName: "buy-ins",
        banded: true,
      }}></fb-chart></section>` : null}
    `;
  }
}

/** @param {any} contest */
function title(contest) {
  const names = [...new Set(contest.players)];
  if (contest.players.length === 2) return contest.players.join(" against ");
  return names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

/** Copies of an agent are numbered. @param {string[]} players */
function unique(players) {
  return players.map((name, at) => {
    const before = players.slice(0, at).filter((each) => each === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** Chips to thousandths of a big blind a hand. @param {any} result */
function bigBlindScale(result) {
  const player = result.players.find((/** @type {any} */ each) => each.chips);
  return player ? player.mbb_per_hand / player.chips : 0;
}

/** @param {any[]} players @returns {[any, number][]} */
function ranked(players) {
  return players.map((player, at) => /** @type {[any, number]} */ ([player, at])).sort(([a], [b]) => b.chips - a.chips);
}

/** @param {{ mbb_per_hand: number, ci95: [number, number] | null }} figure */
function reach({ mbb_per_hand: mean, ci95 }) {
  return html`<span class=${sign(mean)}>${signed(Math.round(mean))}</span> ${ci95 ? html`<small class="muted">± ${Math.round(ci95[1] - mean).toLocaleString("en")}</small>` : null}`;
}

/** @param {number} value */
function sign(value) {
  return value > 0 ? "plus" : value < 0 ? "minus" : "";
}

/** @param {any} player */
function places(player) {
  const most = Math.max(1, ...player.places);
  return html`<span class="place-bars" role="img" aria-label=${`Times in places one to ${player.places.length}: ${player.places.join(", ")}`}>${player.places.map((/** @type {number} */ times) => html`<i style=${{ "--share": (times / most).toFixed(3) }}></i>`)}</span>`;
}
