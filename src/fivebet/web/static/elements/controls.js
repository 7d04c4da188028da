import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { isChecked, valueOf } from "./fields.js";

/** @typedef {import("./felt.js").State} State */

const PRESETS = [
  ["min", "Min", "the minimum"],
  ["half", "½", "half the pot"],
  ["most", "¾", "three quarters of the pot"],
  ["pot", "Pot", "the pot"],
  ["all", "All-in", "all your chips"],
];
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
  to = 0;
  #moment = "";

  /** @param {State} state @param {(chips: number) => string} formatChips */
  show(state, formatChips) {
    this.state = state;
    this.formatChips = formatChips;
    const moment = `${state.hand}.${state.turn}`;
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.busy = false;
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

  fold() {
    if (this.state?.legal?.fold) this.act("fold");
  }

  raise() {
    const bounds = this.state?.legal?.raise;
    if (bounds) this.act(this.#facing() ? "raise" : "bet", this.#amount(bounds));
  }

  /** Return the legal amount nearest to what is typed. @param {[number, number]} bounds */
  #amount([least, most]) {
    return Math.max(least, Math.min(most, Math.round(this.to) || least));
  }

  /** @param {string} preset */
  preset(preset) {
    const { state } = this;
    const bounds = state?.legal?.raise;
    if (!state || !bounds) return;
    const mine = state.seats.find((seat) => seat.place === state.you)?.bet ?? 0;
    const call = state.legal?.call ?? 0;
    const after = state.pot + call;
    const share = { half: 0.5, most: 0.75, pot: 1 }[preset];
    const to = preset === "all" ? bounds[1] : share ? mine + call + Math.round(share * after) : bounds[0];
    this.to = Math.max(bounds[0], Math.min(bounds[1], to));
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
    if (!state || state.you === null) return waitingView(this.seated ? "You are out. The others play on." : "You are watching.");
    if (state.legal) return this.#nowView(state, state.legal);
    if (this.#mayPlan()) return this.#plansView();
    const me = state.seats.find((seat) => seat.place === state.you);
    return waitingView(state.over ? "" : me?.all_in ? "You are all-in." : me ? "You have folded." : "You are out.");
  }

  /** @param {State} state @param {import("./felt.js").Legal} legal */
  #nowView(state, legal) {
    const bounds = legal.raise;
    return html`<div class="inner">
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
        ${PRESETS.map(
          ([key, text, meaning], at) =>
            html`<button @click=${() => this.preset(key)} aria-label=${`${text}, ${meaning}`} title=${`Key ${at + 1}`}>${text}</button>`,
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
