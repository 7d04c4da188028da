import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, askText } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { go } from "../lib/router.js";
import { Task } from "../lib/task.js";
import { seatToken } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { actionText, amount } from "../lib/words.js";
import { feltView } from "../elements/felt.js";
import { factsView } from "../elements/facts.js";
import { transcriptView } from "../elements/transcript.js";
import { lookupView, problemView } from "../elements/fields.js";

const FORMATS = /** @type {[string, string, string][]} */ ([["phh", "PHH", "phh"], ["pokerstars", "PokerStars", "txt"]]);

/** A hand, step by step. */
export default class HandPage extends Piece {
  /** @type {{ run: string, serial: string }} */
  params = { run: "", serial: "" };
  /** @type {any} */
  hand = null;
  at = 0;
  playing = false;
  copied = "";
  #loading = new Task(this);
  #copying = new Task(this);

  start() {
    this.listen(settings, "change", () => this.changed());
    this.listen(document, "keydown", (event) => this.#key(event));
    const timer = setInterval(() => this.#tick(), 1100);
    this.finally(() => clearInterval(timer));
    const given = Number(new URLSearchParams(location.search).get("step"));
    this.#loading.run(() => ask(this.#path(), { token: this.#token() }), (hand) => {
      this.hand = hand;
      this.at = Number.isInteger(given) ? Math.min(Math.max(0, given), hand.frames.length - 1) : 0;
    });
  }

  #path() {
    return `/hands/${encodeURIComponent(this.params.run)}/${encodeURIComponent(this.params.serial)}`;
  }

  #token() {
    return seatToken(Number(this.params.run));
  }

  #tick() {
    if (!this.playing || !this.hand || !this.isShown) return;
    this.#go(this.at + 1);
    if (this.at === this.hand.frames.length - 1) this.playing = false;
  }

  /** @param {number} at */
  #go(at) {
    if (!this.hand) return;
    this.at = Math.min(Math.max(0, at), this.hand.frames.length - 1);
    history.replaceState(null, "", `${location.pathname}${this.at ? `?step=${this.at}` : ""}`);
    this.changed();
  }

  /** @param {number | null} serial */
  #other(serial) {
    if (serial !== null) go(`/hands/${this.params.run}/${serial}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.hand || event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog")) return;
    const frames = this.hand.frames.length;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.#go(this.at + 1),
      ArrowLeft: () => this.#go(this.at - 1),
      ArrowDown: () => this.#go(this.#street(1)),
      ArrowUp: () => this.#go(this.#street(-1)),
      Home: () => this.#go(0),
      End: () => this.#go(frames - 1),
      n: () => this.#other(this.hand.following),
      p: () => this.#other(this.hand.previous),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    this.playing = false;
    act();
  }

  /** The step at which the next or the last street begins. @param {1 | -1} way */
  #street(way) {
    const streets = this.hand.frames.map((/** @type {any} */ frame) => frame.state.board.length);
    let at = this.at + way;
    while (at > 0 && at < streets.length - 1 && streets[at] === streets[at - 1]) at += way;
    return at;
  }

  /** @param {string} format */
  #copy(format) {
    const text = () => askText(`${this.#path()}/text?format=${format}`, { token: this.#token() });
    this.#copying.run(async () => copy(await text()), () => {
      this.copied = format;
    });
  }

  view() {
    const { hand } = this;
    if (!hand) return lookupView("Hand", this.#loading.problem, "/hands");
    const frame = hand.frames[this.at];
    const told = (/** @type {number} */ chips) => amount(chips, hand.big_blind, settings.values.bigBlinds);
    const names = new Map(frame.state.seats.map((/** @type {any} */ seat) => [seat.place, seat.name]));
    const last = hand.frames.length - 1;
    return html`
      <header class="head hand-head"><div><h1>Hand ${hand.serial}</h1><p>${hand.kind} ${hand.run} · ${hand.game} · deal ${hand.number}</p></div>
        <p class="row"><button class="button" ?disabled=${hand.previous === null} @click=${() => this.#other(hand.previous)}>Previous hand</button><button class="button" ?disabled=${hand.following === null} @click=${() => this.#other(hand.following)}>Next hand</button><a class="button" href=${`/hands?run=${hand.run}`}>All of this run</a></p></header>
      ${problemView(this.#copying.problem)}
      <div class="replay">
        <section class="replay-stage" aria-label="The table">
          <div class="replay-floor floor">${feltView(frame.state, { bottom: hand.you ?? 0, chairs: hand.chairs, told, figures: () => null })}</div>
          <div class="replay-bar">
            <button class="button" aria-label="First step" ?disabled=${this.at === 0} @click=${() => this.#go(0)}>|◂</button>
            <button class="button" aria-label="One step back" ?disabled=${this.at === 0} @click=${() => this.#go(this.at - 1)}>◂</button>
            <button class="button primary" @click=${() => {
              if (this.at === last) this.#go(0);
              this.playing = !this.playing;
              this.changed();
            }}>${this.playing ? "Pause" : "Play"}</button>
            <button class="button" aria-label="One step on" ?disabled=${this.at === last} @click=${() => this.#go(this.at + 1)}>▸</button>
            <button class="button" aria-label="Last step" ?disabled=${this.at === last} @click=${() => this.#go(last)}>▸|</button>
            <input type="range" min="0" max=${last} aria-label="Step" .value=${String(this.at)} @input=${(/** @type {Event} */ event) => this.#go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
            <span class="muted small step-count">${this.at} / ${last}</span>
          </div>
          <p class="muted small keys-line"><kbd>←</kbd> <kbd>→</kbd> step · <kbd>↑</kbd> <kbd>↓</kbd> street · <kbd>p</kbd> <kbd>n</kbd> hand</p>
        </section>
        <aside class="stack">
          ${this.#why(names, told)}
          <section class="card"><h2>What happened</h2><div class="transcript-box" tabindex="0" role="region" aria-label="Transcript">${transcriptView(hand.events.slice(0, frame.events), { names, you: hand.you, reasons: [], notes: [], told })}</div></section>
          <section class="card stack"><h2>Take it along</h2><p class="row">${FORMATS.map(([format, name]) => html`<button class="button" ?disabled=${this.#copying.busy} @click=${() => this.#copy(format)}>${this.copied === format ? "Copied" : `Copy ${name}`}</button>`)}</p>
            ${hand.kind === "table" ? null : html`<p class="row">${FORMATS.map(([format, name, ending]) => html`<a class="button quiet" download=${`hand-${hand.run}-${hand.serial}.${ending}`} href=${`/api/v1${this.#path()}/text?format=${format}`}>${name} file</a>`)}</p>`}
            <p class="muted small">This address is the hand's own: <code class="wrap">${location.pathname}</code></p></section>
        </aside>
      </div>
    `;
  }

  /** @param {Map<number, string>} names @param {(chips: number) => string} told */
  #why(names, told) {
    const turn = this.at - 1;
    if (turn < 0) return html`<section class="card why"><h2>Why</h2><p class="muted">Step on: every decision comes with its agent's reasons, where they are open.</p></section>`;
    const acts = this.hand.events.filter((/** @type {any} */ event) => event.type === "acted");
    const act = acts[turn];
    const found = this.hand.reasons.find((/** @type {any} */ reason) => reason.turn === turn);
    return html`<section class="card why" aria-live="polite"><h2>${names.get(act.place)} ${actionText(act, told)}</h2>${found ? factsView(found.reasons) : html`<p class="muted">No reasons are open for this decision.</p>`}</section>`;
  }
}
