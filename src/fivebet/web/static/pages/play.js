import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { CHAMPION, inOrder, seatable, seatedName } from "../lib/agents.js";
import { get, post } from "../lib/api.js";
import { capitalize } from "../lib/format.js";
import { playRepetition } from "../lib/repetition.js";
import { go } from "../lib/router.js";
import { keepInvitations, keepOpenInvitation, keepSeat } from "../lib/seats.js";
import { read, settings, write } from "../lib/settings.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, numberField, problemView, segments, switchField, textField } from "../elements/fields.js";
import { icon } from "../elements/icons.js";

/** @typedef {Required<Omit<Api.Post["/tables"]["body"], "names" | "agent_clock">>} Options */

const KEY = "fivebet.last-table";
const FIELD_KEY = "fivebet.last-field";
/** @type {Options} */
const DEFAULTS = {
  opponents: ["fair", "tight", "loose", "station", "maniac"],
  friends: [],
  open_seats: 0,
  format: "cash",
  betting: "no-limit",
  stack: 10000,
  big_blind: 100,
  schedule: "turbo",
  table_seats: 9,
  clock: 0,
  time_bank: 30,
  pace: "normal",
  teaching: false,
  rebuys: "automatic",
};
const USUAL_DEPTH = 100; // big blinds
const MOST = 9;
const MOST_IN_TOURNAMENT = 44;
const SIZES = /** @type {[string, string][]} */ ([["12", "12"], ["18", "18"], ["27", "27"], ["45", "45"]]);
const BETTING = { "no-limit": "cash", "pot-limit": "potlimit", "fixed-limit": "limit" };

/** Choosing opponents and a game. */
export default class Play extends Component {
  /** @type {Options} */
  options = { ...DEFAULTS, ...read(KEY) };
  /** @type {Api.Get["/agents"]["answer"]} */
  agents = [];
  /** @type {Api.Get["/schedules"]["answer"]} */
  schedules = [];
  /** The players of a tournament: the chosen agents are seated in turn until there are as many. */
  field = Number(read(FIELD_KEY) ?? 18);
  #loading = new Task(this);
  #opening = new Task(this);

  start() {
    this.listen(document, "keydown", (event) => {
      if (event.key === "Enter" && event.target instanceof Element && event.target.matches("body, main, h1")) this.#open();
    });
    this.#load();
  }

  #load() {
    this.#loading.run(
      () => Promise.all([get("/agents"), get("/schedules")]),
      ([agents, schedules]) => {
        this.agents = agents;
        this.schedules = schedules;
        const wanted = new URLSearchParams(location.search).getAll("opponent");
        if (wanted.length) this.options = { ...this.options, friends: [], open_seats: 0, opponents: wanted.slice(0, MOST) };
        this.options.opponents = seatable(agents, this.options.opponents);
        if (!this.#others()) this.options.opponents = [inOrder(agents)[0].name];
      },
    );
  }

  /** @param {Partial<Options>} change */
  #set(change) {
    this.options = { ...this.options, ...change };
    this.#opening.error = null;
    this.update();
  }

  /** Change the stakes; the stack stays as deep as it was. @param {number} big */
  #setBlind(big) {
    const even = Math.max(2, 2 * Math.round(big / 2));
    const depth = this.options.stack / this.options.big_blind;
    this.#set({ big_blind: even, stack: Math.round(depth * even) });
  }

  /** Count those who sit down with you. */
  #others() {
    return this.options.opponents.length + this.options.friends.length + this.options.open_seats;
  }

  /** @param {Event} event */
  #invite(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.querySelector("[name=friend]"));
    const friend = field.value.trim();
    if (!friend || this.#others() >= this.#most) return;
    field.value = "";
    this.#set({ friends: [...this.options.friends, friend] });
  }

  get #isTournament() {
    return this.options.format === "tournament";
  }

  get #most() {
    return this.#isTournament ? Math.min(MOST_IN_TOURNAMENT, this.field - 1) : MOST;
  }

  #game() {
    const players = this.#isTournament ? Math.min(this.options.table_seats, this.field) : this.#others() + 1;
    return `${this.options.format === "cash" ? BETTING[this.options.betting] : "tournament"}-${players}p`;
  }

  /** Return the agents that are seated: in a tournament the chosen ones in turn, until it is full. @returns {string[]} */
  #seatedAgents() {
    const { opponents, friends, open_seats: openSeats } = this.options;
    if (!this.#isTournament) return opponents;
    const chairs = this.field - 1 - friends.length - openSeats;
    return Array.from({ length: opponents.length ? chairs : 0 }, (_, at) => opponents[at % opponents.length]);
  }

  /** Return the names of the agents at the table, adapted where they were made for another game. */
  #seatedNames() {
    return this.#seatedAgents().map((name) => seatedName(this.agents, name, this.#game()));
  }

  /** Return the chips that everyone starts a sit-and-go with. @param {string} name */
  #stackOf(name) {
    return this.schedules.find((schedule) => schedule.name === name)?.stack ?? DEFAULTS.stack;
  }

  /** @param {Options["format"]} format */
  #setFormat(format) {
    if (format === "cash") {
      this.#set({ format, stack: DEFAULTS.stack });
      return;
    }
    const clock = format === "tournament" ? this.options.clock || 30 : this.options.clock;
    this.#set({ format, clock, betting: "no-limit", stack: this.#stackOf(this.options.schedule) });
  }

  /** Return the choices of time to act: nobody may hold up the other tables of a tournament. @returns {[string, string][]} */
  #clocks() {
    /** @type {[string, string][]} */
    const limits = [["15", "15 s"], ["30", "30 s"], ["60", "60 s"]];
    return this.#isTournament ? limits : [["0", "Any"], ...limits];
  }

  /** @param {string} name */
  #isAdapted(name) {
    return seatedName(this.agents, name, this.#game()) !== name;
  }

  #canOpen() {
    if (!this.#loading.done || this.#opening.busy || !this.#others()) return false;
    return !this.#isTournament || this.options.opponents.length > 0 || this.#others() === this.#most;
  }

  #open() {
    if (!this.#canOpen()) return;
    write(KEY, this.options);
    write(FIELD_KEY, this.field);
    const opponents = this.#seatedNames();
    const names = [ownName().trim()];
    this.#opening.run(
      async () => {
        const opened = await post("/tables", { ...this.options, opponents, names });
        keepSeat(opened.table, opened.seats[0].token);
        keepInvitations(opened.table, opened.invitations);
        keepOpenInvitation(opened.table, opened.open_invitation);
        return opened;
      },
      (opened) => go(`/table/${opened.table}`),
    );
  }

  view() {
    return html`
      ${headView("Play", "Choose your opponents and the game.")}
      ${problemView(this.#loading.problem, () => this.#load())}
      <fieldset class="split" ?disabled=${!this.#loading.done}>${this.#opponentsView()}${this.#gameView()}</fieldset>
      ${this.#loading.done && this.#isOfTerminal() ? repetitionView(playRepetition(this.#seatedNames(), this.#game())) : null}
    `;
  }

  /** Whether the terminal has such a table: agents alone, and the usual stacks. */
  #isOfTerminal() {
    const { format, stack, big_blind: bigBlind, opponents } = this.options;
    return format === "cash" && stack === USUAL_DEPTH * bigBlind && opponents.length > 0 && opponents.length === this.#others();
  }

  #opponentsView() {
    const { friends, opponents, open_seats: openSeats } = this.options;
    const isFull = this.#others() >= this.#most;
    const free = this.#most - friends.length - opponents.length;
    const count = this.#isTournament
      ? `${this.field - 1}: the chosen agents in turn`
      : `${this.#others()} of ${MOST}`;
    const adapted = html` <span class="tag" title="This agent was made for another game">adapted</span>`;
    return html`<section class="card">
      <h2>Opponents <span class="muted small">${count}</span></h2>
      <ol class="chosen" aria-label="Chosen opponents">
        ${friends.map((name, at) =>
          chosenView(name, html` <span class="tag">friend</span>`, () => this.#set({ friends: friends.toSpliced(at, 1) }), "avatar person"),
        )}
        ${opponents.map((name, at) =>
          chosenView(name, this.#isAdapted(name) ? adapted : null, () => this.#set({ opponents: opponents.toSpliced(at, 1) })),
        )}
      </ol>
      <form class="invite" @submit=${(/** @type {Event} */ event) => this.#invite(event)}>
        <label class="field">
          <span>Invite a friend by link</span>
          <input type="text" name="friend" maxlength="24" placeholder="Name" autocomplete="off">
        </label>
        <button class="button" ?disabled=${isFull}>Invite</button>
      </form>
      <div class="pair open-seats">
        ${numberField("Seats for whoever has the one link", openSeats, (seats) => this.#set({ open_seats: Math.min(seats, free) }), { max: free })}
        <p class="muted small">One link for all of them: each takes a seat under a name of their own.</p>
      </div>
      <h3 class="offer-title">Add an agent</h3>
      <ul class="offer brief">
        ${inOrder(this.agents).map(({ name, about }) => {
          const note = this.#isAdapted(name) ? " Made for another game: it is adapted to this one." : "";
          const beat = name === CHAMPION ? "The one to beat. " : "";
          return offerView(name, beat + about + note, isFull, () => this.#set({ opponents: [...opponents, name] }));
        })}
      </ul>
    </section>`;
  }

  #fieldView() {
    const { table_seats: seats } = this.options;
    const pick = (/** @type {string} */ players) => {
      this.field = Number(players);
      this.#set({ open_seats: Math.min(this.options.open_seats, this.#most - this.options.friends.length) });
    };
    return html`${segments("Players", String(this.field), SIZES, pick)}
      ${segments("Seats at a table", String(seats), [["6", "6"], ["9", "9"]], (chosen) => this.#set({ table_seats: Number(chosen) }))}`;
  }

  #gameView() {
    const { format, betting, stack, big_blind: bigBlind, schedule, pace, clock, time_bank: timeBank, teaching, rebuys } = this.options;
    const hasLevels = format !== "cash";
    return html`<section class="card stack">
      <h2>The game</h2>
      ${textField("Your name", ownName(), (name) => settings.set({ name }), { most: 24, placeholder: "Guest", hint: "what others see" })}
      ${segments("Format", format, [["cash", "Cash game"], ["sit-and-go", "Sit-and-go"], ["tournament", "Tournament"]], (chosen) =>
        this.#setFormat(chosen),
      )}
      ${this.#isTournament ? this.#fieldView() : null}
      ${hasLevels
        ? segments("Blind levels", schedule, this.schedules.map(({ name }) => [name, capitalize(name)]), (name) =>
            this.#set({ schedule: name, stack: this.#stackOf(name) }),
          )
        : [
            segments("Betting", betting, [["no-limit", "No-limit"], ["pot-limit", "Pot"], ["fixed-limit", "Limit"]], (chosen) =>
              this.#set({ betting: chosen }),
            ),
            segments("Stacks", String(stack / bigBlind), [["20", "20 BB"], ["50", "50 BB"], ["100", "100 BB"], ["200", "200 BB"]], (blinds) =>
              this.#set({ stack: Number(blinds) * bigBlind }),
            ),
            html`<div class="pair">
              ${numberField("Big blind", bigBlind, (big) => this.#setBlind(big), { min: 2, max: 1e6, step: 2 })}
              ${numberField("Stack", stack, (chips) => this.#set({ stack: chips }), { min: bigBlind, max: 1e9 })}
            </div>`,
            segments("When you are broke", rebuys, [["automatic", "Refill"], ["ask", "Ask me"]], (chosen) => this.#set({ rebuys: chosen })),
          ]}
      ${segments("Speed", pace, [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["instant", "Instant"]], (chosen) =>
        this.#set({ pace: chosen }),
      )}
      ${segments("Time to act", String(clock), this.#clocks(), (seconds) =>
        this.#set({ clock: Number(seconds) }),
      )}
      ${clock
        ? segments("Time bank", String(timeBank), [["0", "None"], ["30", "30 s"], ["60", "60 s"], ["120", "2 min"]], (seconds) =>
            this.#set({ time_bank: Number(seconds) }),
          )
        : null}
      ${switchField("Teaching table", teaching, (chosen) => this.#set({ teaching: chosen }), "agents show their cards and say why they act")}
      ${problemView(this.#opening.problem)}
      <button class="button primary big" ?disabled=${!this.#canOpen()} aria-keyshortcuts="Enter" @click=${() => this.#open()}>
        Take a seat <kbd aria-hidden="true">↵</kbd>
      </button>
    </section>`;
  }
}

/** Return the person's name as others see it; "You", which older versions have stored, is none. */
function ownName() {
  const { name } = settings.values;
  return name.trim().toLowerCase() === "you" ? "" : name;
}

/**
 * Show somebody who is chosen, with a button to remove them.
 * @param {string} name
 * @param {unknown} note
 * @param {() => void} remove
 * @param {string} [kind]
 */
export function chosenView(name, note, remove, kind = "avatar") {
  return html`<li>
    <span class=${kind} aria-hidden="true">${name.slice(0, 2)}</span>
    <span class="grow">${name}${note}</span>
    <button type="button" class="icon-button" aria-label=${`Remove ${name}`} @click=${remove}>${icon("minus")}</button>
  </li>`;
}

/** Show an agent that can be added. @param {string} name @param {string} about @param {boolean} isFull @param {() => void} add */
export function offerView(name, about, isFull, add) {
  return html`<li>
    <button type="button" ?disabled=${isFull} @click=${add}>
      <span class="row between"><b><span class="visually-hidden">Add </span>${name}</b>${icon("plus")}</span>
      <span class="small muted">${about}</span>
    </button>
  </li>`;
}
