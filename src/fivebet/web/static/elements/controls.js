import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { settings } from "../lib/settings.js";
import { parseSizes, sizeAmount } from "../lib/sizes.js";
import { isChecked, valueOf } from "./fields.js";

/** @typedef {import("./felt.js").State} State */

const PLANS = /** @type {["fold" | "check" | "call", string][]} */ ([
  ["fold", "Check or fold"],
  ["check", "Check"],
  ["call", "Check or call"],
]);

/** What a player can do: now, or before their turn comes. It dispatches `act` with { action, to }. */
export class Controls extends Component {
  /** @type {State | null} */
  state = null;
  /** @type {(chips: number) => string} */
  formatChips = String;
  /** What the player has chosen before their turn. @type {"" | "fold" | "check" | "call"} */
  planned = "";
  /** Whether the person has a seat at the table, in this hand or not. */
  seated = false;
  busy = false;
  /** Whether the player has asked to fold where a check is free, and must say so again. */
  asking = false;
  to = 0;
  #moment = "";

  start() {
    this.listen(settings, "change", () => this.update());
  }

  /** @param {State} state @param {(chips: number) => string} formatChips */
  show(state, formatChips) {
    this.state = state;
    this.formatChips = formatChips;
    const moment = `${state.hand}.${state.turn}`;
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.busy = false;
      this.asking = false;
      this.to = state.legal?.raise?.[0] ?? 0;
      if (state.over) this.planned = "";
      if (state.legal) this.#followPlan();
    }
    this.update();
  }

  #followPlan() {
    const { planned } = this;
    const legal = this.state?.legal;
    this.planned = "";
    if (!legal || !planned) return;
    if (planned === "fold") this.act(legal.call ? "fold" : "check");
    else if (!legal.call) this.act("check");
    else if (planned === "call") this.act("call");
  }

  /** @param {string} action @param {number} [to] */
  act(action, to = 0) {
    if (this.busy || !this.state?.legal) return;
    this.busy = true;
    this.dispatchEvent(new CustomEvent("act", { detail: { action, to } }));
    this.update();
  }

  /** Let the player choose again, after the server has refused. */
  free() {
    this.busy = false;
    this.update();
  }

  checkOrCall() {
    this.act(this.state?.legal?.call ? "call" : "check");
  }

  /** Fold; where a check is free, only when asked for twice. */
  fold() {
    const legal = this.state?.legal;
    if (!legal?.fold || this.busy) return;
    if (legal.call || this.asking) {
      this.act("fold");
      return;
    }
    this.asking = true;
    this.update();
  }

  /** Take back a fold that was asked for once. */
  keepCards() {
    this.asking = false;
    this.update();
  }

  raise() {
    const bounds = this.state?.legal?.raise;
    if (bounds) this.act(this.#facing() ? "raise" : "bet", this.#amount(bounds));
  }

  /** Return the legal amount nearest to what is typed. @param {[number, number]} bounds */
  #amount([least, most]) {
    return Math.max(least, Math.min(most, Math.round(this.to) || least));
  }

  /** Return the sizes that are a key away on this street. */
  sizes() {
    const { preflopSizes, postflopSizes } = settings.values;
    return parseSizes(this.state?.board.length ? postflopSizes : preflopSizes);
  }

  /** Choose the size of a key. @param {number} at */
  preset(at) {
    const { state } = this;
    const bounds = state?.legal?.raise;
    const size = this.sizes()[at];
    if (!state || !bounds || !size) return;
    const [least, most] = bounds;
    const mine = state.seats.find((seat) => seat.place === state.you)?.bet ?? 0;
    this.to = sizeAmount(size, { least, most, mine, call: state.legal?.call ?? 0, pot: state.pot });
    this.update();
  }

  /** @param {number} steps */
  step(steps) {
    const bounds = this.state?.legal?.raise;
    if (!bounds || !this.state) return;
    this.to = Math.max(bounds[0], Math.min(bounds[1], this.to + steps * this.state.big_blind));
    this.update();
  }

  #facing() {
    return (this.state?.seats ?? []).some((seat) => seat.bet > 0);
  }

  view() {
    const { state } = this;
    if (!state) return waitingView(this.seated ? "" : "You are watching.");
    if (state.you === null) return waitingView(this.seated ? "You are out. The others play on." : "You are watching.");
    if (state.legal) return this.#nowView(state, state.legal);
    if (this.#mayPlan()) return this.#plansView();
    const me = state.seats.find((seat) => seat.place === state.you);
    return waitingView(state.over ? "" : me?.all_in ? "You are all-in." : me ? "You have folded." : "You are out.");
  }

  /** @param {State} state @param {import("./felt.js").Legal} legal */
  #nowView(state, legal) {
    const bounds = legal.raise;
    if (this.asking) return this.#askView();
    return html`<div class="inner">
      ${state.clock?.in_bank ? html`<p class="ask bank" role="status">Your time bank is running</p>` : null}
      ${bounds && bounds[0] !== bounds[1] ? this.#sizingView(bounds) : null}
      <div class=${bounds ? "acts" : "acts two"}>
        <button class="act fold" ?disabled=${this.busy || !legal.fold} @click=${() => this.fold()}>Fold</button>
        <button class="act call" ?disabled=${this.busy} @click=${() => this.checkOrCall()}>
          ${legal.call ? html`<span>Call</span><small>${this.formatChips(legal.call)}</small>` : html`<span>Check</span>`}
        </button>
        ${bounds ? this.#raiseView(state, this.#amount(bounds)) : null}
      </div>
    </div>`;
  }

  #askView() {
    return html`<div class="inner" role="group" aria-label="Fold?">
      <p class="ask" role="status">Checking is free. Fold all the same?</p>
      <div class="acts two">
        <button class="act fold" ?disabled=${this.busy} @click=${() => this.fold()}>Fold</button>
        <button class="act call" ?disabled=${this.busy} @click=${() => this.checkOrCall()}>Check</button>
      </div>
    </div>`;
  }

  /** @param {State} state @param {number} amount */
  #raiseView(state, amount) {
    const word = this.#isAllIn(state, amount) ? "All-in" : this.#facing() ? "Raise to" : "Bet";
    return html`<button class="act raise" ?disabled=${this.busy} @click=${() => this.raise()}>
      <span>${word}</span><small>${this.formatChips(amount)}</small>
    </button>`;
  }

  /** @param {[number, number]} bounds */
  #sizingView([least, most]) {
    const type = (/** @type {Event} */ event) => this.#type(event);
    return html`<div class="sizing">
      <div class="presets" role="group" aria-label="Sizes">
        ${this.sizes().map(
          ({ text, meaning }, at) =>
            html`<button @click=${() => this.preset(at)} aria-label=${`${text}, ${meaning}`} title=${`Key ${at + 1}`}>${text}</button>`,
        )}
      </div>
      <input type="range" aria-label="Amount" min=${least} max=${most} step="1" .value=${String(this.to)} @input=${type}>
      <input type="number" aria-label="Exact amount" inputmode="numeric" min=${least} max=${most} .value=${String(this.to)} @input=${type}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.raise()}>
    </div>`;
  }

  /** @param {State} state @param {number} to */
  #isAllIn(state, to) {
    const me = state.seats.find((seat) => seat.place === state.you);
    return Boolean(me && to >= me.stack + me.bet);
  }

  /** @param {Event} event */
  #type(event) {
    this.to = Number(valueOf(event));
    this.update();
  }

  #plansView() {
    return html`<div class="inner">
      <div class="pre" role="group" aria-label="When it is your turn">
        ${PLANS.map(([key, text]) => {
          const choose = (/** @type {Event} */ event) => this.plan(isChecked(event) ? key : "");
          return html`<label><input type="checkbox" .checked=${this.planned === key} @change=${choose}>${text}</label>`;
        })}
      </div>
    </div>`;
  }

  /** Choose what to do when the turn comes, where there is something to plan. @param {"" | "fold" | "check" | "call"} planned */
  plan(planned) {
    if (!this.#mayPlan()) return;
    this.planned = planned;
    this.update();
  }

  #mayPlan() {
    const { state } = this;
    const me = state?.seats.find((seat) => seat.place === state.you);
    return Boolean(state && me && !state.legal && !state.over && !me.folded && !me.all_in);
  }
}

/** @param {string} text */
function waitingView(text) {
  return html`<div class="waiting">${text}</div>`;
}

customElements.define("fb-controls", Controls);
