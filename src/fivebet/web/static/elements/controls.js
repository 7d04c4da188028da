import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";

/** @typedef {import("./felt.js").State} State */

const PRESETS = /** @type {[string, string][]} */ ([["min", "Min"], ["half", "½"], ["most", "¾"], ["pot", "Pot"], ["all", "All-in"]]);
const SAY = /** @type {Record<string, string>} */ ({ min: "the minimum", half: "half the pot", most: "three quarters of the pot", pot: "the pot", all: "all your chips" });

/**
 * What a person can do: now, or before his turn comes. Tells `act` with { action, to }.
 */
export class Controls extends Piece {
  /** @type {State | null} */
  state = null;
  /** @type {(chips: number) => string} */
  told = String;
  /** What was chosen before the turn. @type {"" | "fold" | "check" | "call"} */
  planned = "";
  /** Whether the person has a seat here, in this hand or not. */
  seated = false;
  busy = false;
  to = 0;
  #moment = "";

  /** @param {State} state @param {(chips: number) => string} told */
  show(state, told) {
    this.state = state;
    this.told = told;
    const moment = `${state.hand}.${state.turn}`;
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.busy = false;
      this.to = state.legal?.raise?.[0] ?? 0;
      if (state.over) this.planned = "";
      if (state.legal) this.#followPlan();
    }
    this.changed();
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
    this.changed();
  }

  /** The server said no: let the person choose again. */
  free() {
    this.busy = false;
    this.changed();
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

  /** What is bet, however far the typing has come. @param {[number, number]} bounds */
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
    const wanted = preset === "all" ? bounds[1] : share ? mine + call + Math.round(share * after) : bounds[0];
    this.to = Math.max(bounds[0], Math.min(bounds[1], wanted));
    this.changed();
  }

  /** @param {number} steps */
  step(steps) {
    const bounds = this.state?.legal?.raise;
    if (!bounds || !this.state) return;
    this.to = Math.max(bounds[0], Math.min(bounds[1], this.to + steps * this.state.big_blind));
    this.changed();
  }

  #facing() {
    return (this.state?.seats ?? []).some((seat) => seat.bet > 0);
  }

  view() {
    const { state } = this;
    if (!state || state.you === null) return html`<div class="waiting">${this.seated ? "You are out; the others play on." : "You are watching."}</div>`;
    if (state.legal) return this.#now(state, state.legal);
    const me = state.seats.find((seat) => seat.place === state.you);
    if (!this.#mayPlan()) return html`<div class="waiting">${state.over ? "" : me?.all_in ? "You are all-in." : me ? "You have folded." : "You are out."}</div>`;
    return this.#before();
  }

  /** @param {State} state @param {import("./felt.js").Legal} legal */
  #now(state, legal) {
    const bounds = legal.raise;
    const fixed = !bounds || bounds[0] === bounds[1];
    const word = this.#facing() ? "Raise to" : "Bet";
    return html`<div class="inner">
      ${fixed || !bounds ? null : html`<div class="sizing">
        <div class="presets" role="group" aria-label="Sizes">${PRESETS.map(([key, text], at) => html`<button @click=${() => this.preset(key)} aria-label=${`${text}, ${SAY[key]}`} title=${`Key ${at + 1}`}>${text}</button>`)}</div>
        <input type="range" aria-label="Amount" min=${bounds[0]} max=${bounds[1]} step="1" .value=${String(this.to)} @input=${(/** @type {Event} */ event) => this.#type(event)}>
        <input type="number" aria-label="Exact amount" inputmode="numeric" min=${bounds[0]} max=${bounds[1]} .value=${String(this.to)} @input=${(/** @type {Event} */ event) => this.#type(event)} @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.raise()}>
      </div>`}
      <div class=${bounds ? "acts" : "acts two"}>
        <button class="act fold" ?disabled=${this.busy || !legal.fold} @click=${() => this.fold()}>Fold</button>
        <button class="act call" ?disabled=${this.busy} @click=${() => this.checkOrCall()}>${legal.call ? html`<span>Call</span><small>${this.told(legal.call)}</small>` : html`<span>Check</span>`}</button>
        ${bounds ? html`<button class="act raise" ?disabled=${this.busy} @click=${() => this.raise()}><span>${this.#isAllIn(state, this.#amount(bounds)) ? "All-in" : word}</span><small>${this.told(this.#amount(bounds))}</small></button>` : null}
      </div>
    </div>`;
  }

  /** @param {State} state @param {number} to */
  #isAllIn(state, to) {
    const me = state.seats.find((seat) => seat.place === state.you);
    return Boolean(me && to >= me.stack + me.bet);
  }

  /** @param {Event} event */
  #type(event) {
    this.to = Number(/** @type {HTMLInputElement} */ (event.target).value);
    this.changed();
  }

  #before() {
    const plans = /** @type {["fold" | "check" | "call", string][]} */ ([["fold", "Check or fold"], ["check", "Check"], ["call", "Check or call"]]);
    return html`<div class="inner"><div class="pre" role="group" aria-label="When it is your turn">
      ${plans.map(([key, text]) => html`<label><input type="checkbox" .checked=${this.planned === key} @change=${(/** @type {Event} */ event) => this.plan(/** @type {HTMLInputElement} */ (event.target).checked ? key : "")}>${text}</label>`)}
    </div></div>`;
  }

  /** Choose before the turn; at the turn, or out of the hand, there is nothing to plan. @param {"" | "fold" | "check" | "call"} planned */
  plan(planned) {
    if (!this.#mayPlan()) return;
    this.planned = planned;
    this.changed();
  }

  #mayPlan() {
    const { state } = this;
    const me = state?.seats.find((seat) => seat.place === state.you);
    return Boolean(state && me && !state.legal && !state.over && !me.folded && !me.all_in);
  }
}

customElements.define("fb-controls", Controls);
