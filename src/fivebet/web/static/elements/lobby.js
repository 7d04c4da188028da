import { html, keyed } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { problemView, scrollView, selectField, valueOf } from "./fields.js";

/**
 * @typedef {{ entrant: number, stack: number }} Stack
 * @typedef {{ left: number, level: { small_blind: number, big_blind: number, ante: number }, tables: { serial: number, seats: Stack[] }[] }} Round
 * @typedef {{ entrant: number, place: number, prize: number, round: number }} Finish
 * @typedef {Api.With<Api.Get["/contests/{number}/lobby"]["answer"], { rounds: Round[], places: Finish[] }>} LobbyData
 */

/** A recorded tournament, round by round: tables, stacks, and who is out. */
export class Lobby extends Component {
  run = 0;
  /** @type {LobbyData | null} */
  lobby = null;
  round = 0;
  tournament = 0;
  playing = false;
  #loading = new Task(this);
  #ticks = 0;

  start() {
    this.#load();
    this.every(350, () => this.#tick());
  }

  #load() {
    const options = { params: { number: this.run }, query: { tournament: this.tournament } };
    this.#loading.refresh(() => get("/contests/{number}/lobby", options), (lobby) => {
      this.lobby = /** @type {LobbyData} */ (lobby);
      this.round = lobby.rounds.length - 1;
    });
  }

  #tick() {
    if (this.#loading.error) this.lobby = null;
    if (!this.lobby && !this.#loading.busy && ++this.#ticks % 6 === 0) this.#load();
    if (!this.playing || !this.lobby) return;
    const last = this.lobby.rounds.length - 1;
    this.round = Math.min(this.round + 1, last);
    if (this.round === last) this.playing = false;
    this.update();
  }

  /** @param {LobbyData} lobby */
  #play(lobby) {
    if (this.round === lobby.rounds.length - 1) this.round = 0;
    this.playing = !this.playing;
    this.update();
  }

  /** @param {number} round */
  #go(round) {
    this.round = round;
    this.playing = false;
    this.update();
  }

  view() {
    const { error, problem } = this.#loading;
    const lobby = error ? null : this.lobby;
    if (!lobby) {
      const isMissing = !error || error.status === 404;
      return isMissing
        ? html`<p class="muted">The lobby opens when the first recorded tournament is over.</p>`
        : html`${problemView(problem)}`;
    }
    const now = lobby.rounds[this.round];
    const average = (lobby.stack * lobby.players.length) / Math.max(1, now.left);
    const finished = lobby.places.filter((place) => place.round <= this.round);
    return html`<div class="lobby">
      ${this.#barView(lobby)}
      <dl class="figures-row">
        <div><dt>Blinds</dt><dd>${now.level.small_blind}/${now.level.big_blind}</dd></div>
        <div><dt>Ante</dt><dd>${now.level.ante}</dd></div>
        <div><dt>Players left</dt><dd>${now.left}<small> of ${lobby.players.length}</small></dd></div>
        <div><dt>Average stack</dt><dd>${Math.round(average).toLocaleString("en")}</dd></div>
      </dl>
      <div class="lobby-tables">
        ${now.tables.map((table, at) =>
          keyed(
            at,
            html`<section class="lobby-table">
              <h3>Table ${at + 1} <a class="small" href=${`/hands/${lobby.run}/${table.serial}`}>replay the hand</a></h3>
              <ul>${[...table.seats].sort((a, b) => b.stack - a.stack).map((seat) => stackView(lobby, seat, average))}</ul>
            </section>`,
          ),
        )}
      </div>
      ${finished.length ? finishedView(lobby, finished) : null}
    </div>`;
  }

  /** @param {LobbyData} lobby */
  #barView(lobby) {
    const choose = (/** @type {string} */ number) => {
      this.tournament = Number(number);
      this.#load();
    };
    const numbers = lobby.recorded.map((number) => /** @type {[string, string]} */ ([String(number), `Number ${number + 1}`]));
    return html`<div class="lobby-bar">
      ${numbers.length > 1 ? selectField("Tournament", String(this.tournament), numbers, choose) : null}
      <label class="field grow">
        <span>Round ${this.round + 1} of ${lobby.rounds.length}</span>
        <input type="range" min="0" max=${lobby.rounds.length - 1} .value=${String(this.round)}
          @input=${(/** @type {Event} */ event) => this.#go(Number(valueOf(event)))}>
      </label>
      <button class="button" @click=${() => this.#play(lobby)}>${this.playing ? "Pause" : "Play"}</button>
    </div>`;
  }
}

/** @param {LobbyData} lobby @param {Stack} seat @param {number} average */
function stackView(lobby, { entrant, stack }, average) {
  return html`<li class=${stack ? "" : "out"}>
    ${entrantView(lobby, entrant)}
    <span class="stack-bar" aria-hidden="true"><i style=${{ "--share": String(Math.min(1, stack / average / 3)) }}></i></span>
    <b>${stack ? stack.toLocaleString("en") : "out"}</b>
  </li>`;
}

/** @param {LobbyData} lobby @param {number} entrant */
function entrantView(lobby, entrant) {
  return html`<span>${lobby.players[entrant]} <small class="muted">#${entrant + 1}</small></span>`;
}

/** @param {LobbyData} lobby @param {Finish[]} finished */
function finishedView(lobby, finished) {
  const rows = finished.map(
    ({ entrant, place, prize, round }) => html`<tr>
      <td class="number">${place}</td>
      <td>${entrantView(lobby, entrant)}</td>
      <td class="number">${prize ? Math.round(prize).toLocaleString("en") : "–"}</td>
      <td class="number">${round + 1}</td>
    </tr>`,
  );
  const table = html`<table class="data dense">
    <thead><tr><th class="number">Place</th><th>Player</th><th class="number">Prize</th><th class="number">Round</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
  return html`<h3>Finished</h3>${scrollView("Finished players", table, "flat")}`;
}

customElements.define("fb-lobby", Lobby);
