import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { go } from "../lib/router.js";
import { keepInvitations, keepSeat } from "../lib/seats.js";
import { read, settings, write } from "../lib/settings.js";
import { publishedFirst, seatedName } from "../lib/agents.js";
import { capital } from "../lib/words.js";
import { problemView, segments } from "../elements/fields.js";
import { icon } from "../elements/icons.js";

const KEY = "fivebet.last-table";
const USUAL = { opponents: ["fair", "tight", "loose", "station", "maniac"], friends: /** @type {string[]} */ ([]), format: "cash", betting: "no-limit", stack: 10000, big_blind: 100, schedule: "turbo", clock: 0, pace: "normal", teaching: false };
const MOST = 9;
const BETTING = /** @type {Record<string, string>} */ ({ "no-limit": "cash", "pot-limit": "potlimit", "fixed-limit": "limit" });

/** Choosing opponents and a game. */
export default class Play extends Piece {
  /** @type {typeof USUAL} */
  wanted = { ...USUAL, ...read(KEY) };
  /** @type {any[]} */
  agents = [];
  /** @type {any[]} */
  schedules = [];
  #loading = new Task(this);
  #opening = new Task(this);

  start() {
    this.listen(document, "keydown", (event) => {
      if (event.key === "Enter" && event.target === document.body) this.#open();
    });
    this.#load();
  }

  #load() {
    this.#loading.run(
      () => Promise.all([ask("/agents"), ask("/schedules")]),
      ([agents, schedules]) => {
        this.agents = agents;
        this.schedules = schedules;
        const known = new Set(this.agents.filter((agent) => !agent.problem).map((agent) => agent.name));
        this.wanted.opponents = this.wanted.opponents.filter((name) => known.has(name.split(":")[0]));
        if (!this.#others()) this.wanted.opponents = [[...known][0]];
      },
    );
  }

  /** @param {Partial<typeof USUAL>} change */
  #set(change) {
    this.wanted = { ...this.wanted, ...change };
    this.#opening.error = null;
    this.changed();
  }

  #others() {
    return this.wanted.opponents.length + this.wanted.friends.length;
  }

  /** @param {string} name */
  #add(name) {
    if (this.#others() < MOST) this.#set({ opponents: [...this.wanted.opponents, name] });
  }

  /** @param {number} at */
  #remove(at) {
    this.#set({ opponents: this.wanted.opponents.filter((_, each) => each !== at) });
  }

  #invite() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector("[name=friend]"));
    const friend = field.value.trim();
    if (!friend || this.#others() >= MOST) return;
    field.value = "";
    this.#set({ friends: [...this.wanted.friends, friend] });
  }

  #game() {
    return `${BETTING[this.wanted.betting]}-${this.#others() + 1}p`;
  }

  /** Chips that everybody starts a sit-and-go with. @param {string} schedule */
  #stackOf(schedule) {
    return this.schedules.find((each) => each.name === schedule).stack;
  }

  /** @param {string} name */
  #isAdapted(name) {
    return seatedName(this.agents, name, this.#game()) !== name;
  }

  #mayOpen() {
    return this.#loading.done && !this.#opening.busy && this.#others() > 0;
  }

  #open() {
    if (!this.#mayOpen()) return;
    write(KEY, this.wanted);
    const opponents = this.wanted.opponents.map((name) => seatedName(this.agents, name, this.#game()));
    this.#opening.run(
      async () => {
        const opened = await post("/tables", { ...this.wanted, opponents, names: [settings.values.name.trim() || "You"] });
        keepSeat(opened.table, opened.seats[0].token);
        keepInvitations(opened.table, opened.invitations);
        return opened;
      },
      (opened) => go(`/table/${opened.table}`),
    );
  }

  view() {
    const { wanted } = this;
    const tournament = wanted.format === "sit-and-go";
    return html`
      <header class="head"><div><h1>Play</h1><p>Choose who sits down with you, and what is played.</p></div></header>
      ${problemView(this.#loading.problem, () => this.#load())}
      <fieldset class="split" ?disabled=${!this.#loading.done}>
        <section class="card">
          <h2>Opponents <span class="muted small">${this.#others()} of ${MOST}</span></h2>
          <ol class="chosen" aria-label="Chosen opponents">
            ${wanted.friends.map((name, at) => html`<li><span class="avatar person" aria-hidden="true">${name.slice(0, 2)}</span><span class="grow">${name} <span class="tag">friend</span></span><button class="icon-button" aria-label=${`Remove ${name}`} @click=${() => this.#set({ friends: wanted.friends.filter((_, each) => each !== at) })}>${icon("minus")}</button></li>`)}
            ${wanted.opponents.map((name, at) => html`<li><span class="avatar" aria-hidden="true">${name.slice(0, 2)}</span><span class="grow">${name}${this.#isAdapted(name) ? html` <span class="tag" title="It was made for another game">adapted</span>` : null}</span><button class="icon-button" aria-label=${`Remove ${name}`} @click=${() => this.#remove(at)}>${icon("minus")}</button></li>`)}
          </ol>
          <form class="invite" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); this.#invite(); }}>
            <label class="field"><span>Invite a friend, who gets a link</span><input type="text" name="friend" maxlength="24" placeholder="Name" autocomplete="off"></label>
            <button class="button" ?disabled=${this.#others() >= MOST}>Invite</button></form>
          <h3 class="offer-title">Add an agent</h3>
          <ul class="offer brief">
            ${publishedFirst(this.agents).map((agent) => html`<li><button ?disabled=${this.#others() >= MOST} @click=${() => this.#add(agent.name)}>
                <span class="row between"><b><span class="unseen">Add </span>${agent.name}</b>${icon("plus")}</span><span class="small muted">${agent.about}${this.#isAdapted(agent.name) ? " Made for another game: it is adapted to this one." : ""}</span></button></li>`)}
          </ul>
        </section>
        <section class="card stack">
          <h2>The game</h2>
          <label class="field"><span>Your name</span><input type="text" maxlength="24" .value=${settings.values.name} @change=${(/** @type {Event} */ event) => settings.set({ name: value(event) })}></label>
          ${segments("Format", wanted.format, [["cash", "Cash game"], ["sit-and-go", "Sit-and-go"]], (format) => this.#set(format === "cash" ? { format, stack: USUAL.stack } : { format, betting: "no-limit", stack: this.#stackOf(wanted.schedule) }))}
          ${tournament ? null : segments("Betting", wanted.betting, [["no-limit", "No-limit"], ["pot-limit", "Pot"], ["fixed-limit", "Limit"]], (betting) => this.#set({ betting }))}
          ${tournament
            ? segments("Blinds rise", wanted.schedule, this.schedules.map((each) => [each.name, capital(each.name)]), (schedule) => this.#set({ schedule, stack: this.#stackOf(schedule) }))
            : segments("Stacks", String(wanted.stack / wanted.big_blind), [["20", "20 BB"], ["50", "50 BB"], ["100", "100 BB"], ["200", "200 BB"]], (blinds) => this.#set({ stack: Number(blinds) * 100, big_blind: 100 }))}
          ${segments("Speed", wanted.pace, [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["instant", "Instant"]], (pace) => this.#set({ pace }))}
          ${segments("Your clock", String(wanted.clock), [["0", "None"], ["15", "15 s"], ["30", "30 s"], ["60", "60 s"]], (clock) => this.#set({ clock: Number(clock) }))}
          <label class="switch"><span>Teaching table<br><small class="muted">agents play with open cards and say why</small></span><input type="checkbox" role="switch" .checked=${wanted.teaching} @change=${(/** @type {Event} */ event) => this.#set({ teaching: /** @type {HTMLInputElement} */ (event.target).checked })}></label>
          ${problemView(this.#opening.problem)}
          <button class="button primary big" ?disabled=${!this.#mayOpen()} aria-keyshortcuts="Enter" @click=${() => this.#open()}>Take a seat <kbd aria-hidden="true">↵</kbd></button>
        </section>
      </fieldset>
    `;
  }
}

/** @param {Event} event */
function value(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}
