import { ask, post } from "./api.js";

/**
 * A line to a table: a WebSocket, or long polling where those are blocked. It comes back by
 * itself, says which message it has seen last, and sends again what was not acknowledged.
 *
 * Events: `message` with what the table says, `status` when the line is lost or back.
 */

const VERSION = 1;
const PING_EVERY = 10_000;
const DEAF_AFTER = 25_000;
const SLOWEST_RETRY = 8_000;
const POLL_AFTER = 3; // failed attempts to open a socket
const REFUSED = [4400, 4403, 4404];

/** @typedef {{ id: string, hand: number, turn: number, action: string, to: number }} Act */

export class TableLine extends EventTarget {
  /** @type {"connecting" | "open" | "lost" | "polling" | "ended"} */
  status = "connecting";
  why = "";
  #epoch = "";
  #seen = -1;
  #fresh = true;
  #attempts = 0;
  #opened = false;
  /** @type {WebSocket | null} */
  #socket = null;
  #heard = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pulse;
  /** @type {Map<string, Act>} */
  #unanswered = new Map();
  /** @type {AbortController | null} */
  #poll = null;

  /** @param {number} table @param {string | undefined} token */
  constructor(table, token) {
    super();
    this.table = table;
    this.token = token;
  }

  open() {
    this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    this.#poll?.abort();
    this.#socket?.close();
  }

  /** @param {Omit<Act, "id">} action */
  act(action) {
    const act = { id: `${action.hand}.${action.turn}.${Math.random().toString(36).slice(2, 10)}`, ...action };
    this.#unanswered.set(act.id, act);
    this.#sendAct(act);
  }

  /** @param {number} hand @param {string} seed */
  cut(hand, seed) {
    if (this.status === "polling") this.#post("seed", { hand, seed });
    else this.#send({ type: "seed", id: `seed-${hand}`, hand, seed });
  }

  ready() {
    if (this.status === "polling") this.#post("sitting", { ready: true });
    else this.#send({ type: "ready" });
  }

  /** @param {boolean} here */
  sit(here) {
    if (this.status === "polling") this.#post("sitting", { here });
    else this.#send({ type: "sit", here });
  }

  #connect() {
    if (this.#closed) return;
    if (!this.#opened && this.#attempts >= POLL_AFTER) {
      this.#startPolling();
      return;
    }
    this.#attempts += 1;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${this.table}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#send({ v: VERSION, type: "hello", token: this.token, epoch: this.#epoch, after: this.#seen });
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.#take(JSON.parse(data));
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (REFUSED.includes(code)) this.#end(reason);
      else this.#lost();
    };
  }

  #lost() {
    if (this.#closed) return;
    this.#tell("lost");
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** Math.min(this.#attempts, 6));
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** @param {string} why */
  #end(why) {
    this.why = why;
    this.close();
    this.#tell("ended");
  }

  #beat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > DEAF_AFTER) {
      const deaf = this.#socket;
      this.#socket = null;
      deaf.close();
      this.#lost();
      return;
    }
    this.#send({ type: "ping" });
    this.#send({ type: "ack", seq: this.#seen });
  }

  /** @param {any} message */
  #take(message) {
    if (message.type === "hello") {
      this.#opened = true;
      this.#attempts = 0;
      this.#epoch = message.epoch;
      this.#fresh = message.fresh;
      this.#tell(this.status === "polling" ? "polling" : "open");
      this.#unanswered.forEach((act) => this.#sendAct(act));
      return;
    }
    if (message.type === "pong") return;
    if (message.type === "accepted" || message.type === "refused") this.#unanswered.delete(message.id);
    if (message.seq !== undefined) {
      if (!this.#fresh && message.seq <= this.#seen) return;
      this.#seen = message.seq;
      this.#fresh = false;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {TableLine["status"]} status */
  #tell(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }

  /** @param {unknown} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Act} act */
  #sendAct(act) {
    if (this.status !== "polling") {
      this.#send({ type: "act", ...act });
      return;
    }
    this.#post("actions", act).then((why) => {
      if (why === null) return;
      this.#take(why ? { type: "refused", id: act.id, why } : { type: "accepted", id: act.id });
    });
  }

  /** Nothing if it was taken, a sentence if it was refused, null if it is not known. @param {string} what @param {unknown} body */
  async #post(what, body) {
    try {
      await post(`/tables/${this.table}/${what}`, body, this.token);
      return "";
    } catch (error) {
      const { status, message } = /** @type {import("./api.js").Refusal} */ (error);
      return status ? message : null;
    }
  }

  async #startPolling() {
    this.#tell("polling");
    while (!this.#closed) {
      this.#poll = new AbortController();
      const query = `epoch=${this.#epoch}&after=${this.#seen}&wait=20`;
      try {
        const messages = await ask(`/tables/${this.table}/messages?${query}`, { token: this.token, signal: this.#poll.signal });
        for (const message of messages) this.#take(message);
      } catch (error) {
        const { status, message } = /** @type {import("./api.js").Refusal} */ (error);
        if (this.#closed) return;
        if (status === 403 || status === 404) {
          this.#end(message);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}
