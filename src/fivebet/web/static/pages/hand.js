import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get, getText } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { save } from "../lib/download.js";
import { formatAction, formatAmount, formatMoney } from "../lib/format.js";
import { namesOnScreen } from "../lib/names.js";
import { replayRepetition } from "../lib/repetition.js";
import { studyAddress } from "../lib/reviews.js";
import { go } from "../lib/router.js";
import { handsToken } from "../lib/seats.js";
import { settings } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { factsView } from "../elements/facts.js";
import { feltView } from "../elements/felt.js";
import { lookupView, problemView, valueOf } from "../elements/fields.js";
import { transcriptView } from "../elements/transcript.js";

/**
 * @typedef {{ events: number, state: import("../elements/felt.js").State }} Frame
 * @typedef {import("../elements/transcript.js").HandEvent} HandEvent
 * @typedef {import("../elements/transcript.js").Reason} Reason
 * @typedef {Api.With<Api.Get["/hands/{run}/{serial}"]["answer"], { frames: Frame[], events: HandEvent[], reasons: Reason[] }>} Replay
 */

const FORMATS = /** @type {[string, string, string][]} */ ([["phh", "PHH", "phh"], ["pokerstars", "PokerStars", "txt"]]);

/** A hand, step by step. */
export default class HandPage extends Component {
  /** @type {{ run: string, serial: string }} */
  params = { run: "", serial: "" };
  /** @type {Replay | null} */
  hand = null;
  at = 0;
  playing = false;
  copied = "";
  #loading = new Task(this);
  #exporting = new Task(this);

  start() {
    this.listen(settings, "change", () => this.update());
    this.listen(document, "keydown", (event) => this.#key(event));
    this.every(1100, () => this.#tick());
    const given = Number(new URLSearchParams(location.search).get("step"));
    this.#loading.run(() => get("/hands/{run}/{serial}", this.#options()), (hand) => {
      this.hand = /** @type {Replay} */ (hand);
      this.at = Number.isInteger(given) ? Math.min(Math.max(0, given), hand.frames.length - 1) : 0;
    });
  }

  #options() {
    return { params: this.params, token: handsToken(Number(this.params.run)) };
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
    this.update();
    // The latest line of the transcript stays in view, once it is there.
    queueMicrotask(() => {
      const box = this.querySelector(".transcript-box");
      if (box) box.scrollTop = box.scrollHeight;
    });
  }

  /** @param {number | null} serial */
  #goToHand(serial) {
    if (serial !== null) go(`/hands/${this.params.run}/${serial}`);
  }

  #togglePlaying() {
    if (this.hand && this.at === this.hand.frames.length - 1) this.#go(0);
    this.playing = !this.playing;
    this.update();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { hand } = this;
    const target = /** @type {Element} */ (event.target);
    if (!hand || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, textarea, select, dialog")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.#go(this.at + 1),
      ArrowLeft: () => this.#go(this.at - 1),
      ArrowDown: () => this.#go(this.#findStreet(hand, 1)),
      ArrowUp: () => this.#go(this.#findStreet(hand, -1)),
      Home: () => this.#go(0),
      End: () => this.#go(hand.frames.length - 1),
      n: () => this.#goToHand(hand.following),
      p: () => this.#goToHand(hand.previous),
    };
    const act = keys[event.key];
    if (!act || (event.key.length === 1 && !settings.values.keys)) return;
    event.preventDefault();
    this.playing = false;
    act();
  }

  /** Return the step at which the next or the last street begins. @param {Replay} hand @param {1 | -1} way */
  #findStreet({ frames }, way) {
    const streets = frames.map((frame) => frame.state.board.length);
    let at = this.at + way;
    while (at > 0 && at < streets.length - 1 && streets[at] === streets[at - 1]) at += way;
    return at;
  }

  /** @param {string} format */
  #text(format) {
    return getText("/hands/{run}/{serial}/text", { ...this.#options(), query: { format } });
  }

  /** @param {string} format */
  #copy(format) {
    this.#exporting.run(async () => copy(await this.#text(format)), () => {
      this.copied = format;
    });
  }

  /** @param {string} format @param {string} ending */
  #save(format, ending) {
    const { run, serial } = this.params;
    this.#exporting.run(() => this.#text(format), (text) => save(`hand-${run}-${serial}.${ending}`, text));
  }

  view() {
    const { hand } = this;
    if (!hand) return lookupView("Hand", this.#loading.problem, "/hands");
    const frame = hand.frames[this.at];
    const isMoney = hand.currency !== "" && !settings.values.bigBlinds;
    const formatChips = (/** @type {number} */ chips) =>
      isMoney ? formatMoney(chips, hand.currency, hand.scale) : formatAmount(chips, hand.big_blind, settings.values.bigBlinds);
    const names = namesOnScreen(frame.state.seats, hand.you);
    const nameOf = (/** @type {{ place: number }} */ { place }) => names.get(place) ?? "";
    const felt = { nameOf, bottom: hand.you ?? hand.hero ?? 0, chairs: hand.chairs, formatChips, figures: () => null };
    const transcript = { names, you: hand.you, reasons: [], notes: [], formatChips };
    return html`
      ${this.#headView(hand)}
      ${problemView(this.#exporting.problem)}
      <div class="replay">
        <section class="replay-stage" aria-label="The table">
          <div class="replay-floor floor">${feltView(frame.state, felt)}</div>
          ${this.#barView(hand.frames.length - 1)}
          <p class="muted small keys-line">
            <kbd>←</kbd> <kbd>→</kbd> step · <kbd>↑</kbd> <kbd>↓</kbd> street · <kbd>p</kbd> <kbd>n</kbd> hand
          </p>
        </section>
        <aside class="stack">
          ${this.#reasonsView(hand, names, formatChips)}
          <section class="card">
            <h2>What happened</h2>
            <div class="transcript-box" tabindex="0" role="region" aria-label="Transcript">
              ${transcriptView(hand.events.slice(0, frame.events), transcript)}
            </div>
            ${hand.rake ? html`<p class="muted small after">The room has taken a rake of ${formatChips(hand.rake)}.</p>` : null}
          </section>
          ${this.#exportView()}
        </aside>
      </div>
      ${repetitionView(replayRepetition(hand.run, hand.serial))}
    `;
  }

  /** @param {Replay} hand */
  #headView({ serial, kind, run, game, number, previous, following }) {
    return html`<header class="head hand-head">
      <div><h1>Hand ${serial}</h1><p>${kind} ${run} · ${game} · deal ${number}</p></div>
      <p class="row">
        <button class="button" ?disabled=${previous === null} @click=${() => this.#goToHand(previous)}>Previous hand</button>
        <button class="button" ?disabled=${following === null} @click=${() => this.#goToHand(following)}>Next hand</button>
        <a class="button" href=${`/hands?run=${run}`}>All hands of this run</a>
      </p>
    </header>`;
  }

  /** @param {number} last */
  #barView(last) {
    const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {number} */ at) => {
      const isOutside = at < 0 || at > last || at === this.at;
      return html`<button class="button" aria-label=${label} ?disabled=${isOutside} @click=${() => this.#go(at)}>${text}</button>`;
    };
    return html`<div class="replay-bar">
      ${button("First step", "|◂", 0)}
      ${button("Previous step", "◂", this.at - 1)}
      <button class="button primary" @click=${() => this.#togglePlaying()}>${this.playing ? "Pause" : "Play"}</button>
      ${button("Next step", "▸", this.at + 1)}
      ${button("Last step", "▸|", last)}
      <input type="range" min="0" max=${last} aria-label="Step" .value=${String(this.at)}
        @input=${(/** @type {Event} */ event) => this.#go(Number(valueOf(event)))}>
      <span class="muted small step-count">${this.at} / ${last}</span>
    </div>`;
  }

  #exportView() {
    const { busy } = this.#exporting;
    return html`<section class="card stack">
      <h2>Export</h2>
      <p class="row">
        ${FORMATS.map(
          ([format, name]) => html`<button class="button" ?disabled=${busy} @click=${() => this.#copy(format)}>
            ${this.copied === format ? "Copied" : `Copy ${name}`}
          </button>`,
        )}
      </p>
      <p class="row">
        ${FORMATS.map(
          ([format, name, ending]) => html`<button class="button quiet" ?disabled=${busy} @click=${() => this.#save(format, ending)}>${name} file</button>`,
        )}
      </p>
      <p class="muted small">The address of this hand: <code class="wrap">${location.pathname}</code></p>
    </section>`;
  }

  /** @param {Replay} hand @param {Map<number, string>} names @param {(chips: number) => string} formatChips */
  #reasonsView(hand, names, formatChips) {
    const turn = this.at - 1;
    if (turn < 0) {
      return html`<section class="card why">
        <h2>Why</h2>
        <p class="muted">Step forward: every decision comes with its agent's reasons, where they are known.</p>
      </section>`;
    }
    const event = hand.events.filter((each) => each.type === "acted")[turn];
    const action = { action: event.action ?? "", to: event.to ?? 0, paid: event.paid, all_in: event.all_in };
    const found = hand.reasons.find((reason) => reason.turn === turn);
    const before = hand.frames[turn].state;
    return html`<section class="card why" aria-live="polite">
      <h2>${names.get(event.place ?? -1)} ${formatAction(action, formatChips, event.place === hand.you)}</h2>
      ${found ? html`<p class="sentence">${found.sentence}</p>${factsView(found.reasons)}` : html`<p class="muted">No reasons are known for this decision.</p>`}
      ${before.board.length >= 3 && before.seats.filter(({ folded }) => !folded).length === 2
        ? html`<p class="row after"><a class="button" href=${studyAddress(hand.run, hand.serial, turn)}>Study this spot</a></p>`
        : null}
    </section>`;
  }
}
