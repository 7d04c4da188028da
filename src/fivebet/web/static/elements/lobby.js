import { html, keyed } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { problemView, selectField } from "./fields.js";

/** A recorded tournament, round by round: tables, stacks, who is out. */
export class Lobby extends Piece {
  run = 0;
  /** @type {any} */
  lobby = null;
  round = 0;
  tournament = 0;
  playing = false;
  #loading = new Task(this);
  #ticks = 0;

  start() {
    this.#ask();
    const timer = setInterval(() => this.#tick(), 350);
    this.finally(() => clearInterval(timer));
  }

  #ask() {
    const question = `/contests/${this.run}/lobby?tournament=${this.tournament}`;
    this.#loading.refresh(() => ask(question), (lobby) => {
      this.lobby = lobby;
      this.round = lobby.rounds.length - 1;
    });
  }

  #tick() {
    if (this.#loading.error) this.lobby = null;
    if (!this.lobby && !this.#loading.busy && ++this.#ticks % 6 === 0) this.#ask();
    if (!this.playing || !this.lobby) return;
    this.round = Math.min(this.round + 1, this.lobby.rounds.length - 1);
    if (this.round === this.lobby.rounds.length - 1) this.playing = false;
    this.changed();
  }

  #play() {
    if (this.round === this.lobby.rounds.length - 1) this.round = 0;
    this.playing = !this.playing;
    this.changed();
  }

  view() {
    const { error, problem } = this.#loading;
    const lobby = error ? null : this.lobby;
    if (!lobby) return html`${problemView(error?.status === 404 ? "" : problem) ?? html`<p class="muted">The lobby opens when the first recorded tournament is over.</p>`}`;
    const now = lobby.rounds[this.round];
    const { small_blind, big_blind, ante } = now.level;
    const most = lobby.stack * lobby.players.length;
    const finished = lobby.places.filter((/** @type {any} */ place) => place.round <= this.round);
    return html`<div class="lobby">
      <div class="lobby-bar">
        ${lobby.recorded.length > 1 ? selectField("Tournament", String(this.tournament), lobby.recorded.map((/** @type {number} */ number) => [String(number), `Number ${number + 1}`]), (number) => {
          this.tournament = Number(number);
          this.#ask();
        }) : null}
        <label class="field grow"><span>Round ${this.round + 1} of ${lobby.rounds.length}</span><input type="range" min="0" max=${lobby.rounds.length - 1} .value=${String(this.round)} @input=${(/** @type {Event} */ event) => {
          this.round = Number(/** @type {HTMLInputElement} */ (event.target).value);
          this.playing = false;
          this.changed();
        }}></label>
        <button class="button" @click=${() => this.#play()}>${this.playing ? "Pause" : "Play"}</button>
      </div>
      <dl class="figures-row"><div><dt>Blinds</dt><dd>${small_blind}/${big_blind}</dd></div><div><dt>Ante</dt><dd>${ante}</dd></div><div><dt>Players left</dt><dd>${now.left}<small> of ${lobby.players.length}</small></dd></div><div><dt>Average stack</dt><dd>${Math.round(most / Math.max(1, now.left)).toLocaleString("en")}</dd></div></dl>
      <div class="lobby-tables">${now.tables.map((/** @type {any} */ table, /** @type {number} */ at) => keyed(at, html`<section class="lobby-table"><h3>Table ${at + 1} <a class="small" href=${`/hands/${lobby.run}/${table.serial}`}>replay the hand</a></h3><ul>
        ${[...table.seats].sort((a, b) => b.stack - a.stack).map((seat) => html`<li class=${seat.stack ? "" : "out"}><span>${lobby.players[seat.entrant]} <small class="muted">#${seat.entrant + 1}</small></span><span class="stack-bar" aria-hidden="true"><i style=${{ "--share": String(Math.min(1, seat.stack / (most / Math.max(1, now.left)) / 3)) }}></i></span><b>${seat.stack ? seat.stack.toLocaleString("en") : "out"}</b></li>`)}</ul></section>`))}</div>
      ${finished.length ? html`<h3>Finished</h3><div class="scroll flat" tabindex="0" role="region" aria-label="Finished players"><table class="data dense"><thead><tr><th class="number">Place</th><th>Player</th><th class="number">Prize</th><th class="number">Round</th></tr></thead><tbody>${finished.map((/** @type {any} */ place) => html`<tr><td class="number">${place.place}</td><td>${lobby.players[place.entrant]} <small class="muted">#${place.entrant + 1}</small></td><td class="number">${place.prize ? Math.round(place.prize).toLocaleString("en") : "–"}</td><td class="number">${place.round + 1}</td></tr>`)}</tbody></table></div>` : null}
    </div>`;
  }
}

customElements.define("fb-lobby", Lobby);
