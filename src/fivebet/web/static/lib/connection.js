import { get, post } from "./api.js";

/**
 * A connection to a table: a WebSocket, or long polling where WebSockets are blocked. It
 * reconnects by itself, says which message it has seen last, and sends again what was not
 * acknowledged. A browser that goes offline knows it at once; a line that is dead without
 * a word is noticed when a ping stays unanswered.
 *
 * Events: `message` with what the table sends, and `status` when the connection is lost or back.
 */

const VERSION = 1;
const PING_EVERY = 5_000;
const SLOWEST_RETRY = 8_000;
const POLL_AFTER = 3; // failed attempts to open a socket
const REFUSED = [4400, 4403, 4404];

/** @typedef {Api.Post["/tables/{number}/actions"]["body"]} Action */
/**
 * What a table sends, as fivebet/web/api/sockets.py describes it.
 * @typedef {{ seq?: number } & (
 *   | { type: "hello", epoch: string, fresh: boolean }
 *   | { type: "pong" }
 *   | { type: "accepted", id: string }
 *   | { type: "refused", id?: string, why: string }
 *   | { type: "table" } & import("./table-feed.js").TableMessage
 *   | { type: "shuffle", hand: number, commitments: string[] }
 *   | { type: "opened" } & import("./fair-deck.js").OpenedDeal
 *   | { type: "chat", place: number, name: string, text: string }
 *   | { type: "closed", why: string, finishes: import("./table-feed.js").Finish[] }
 * )} Message
 */

export class TableConnection extends EventTarget {
  /** @type {"connecting" | "open" | "lost" | "offline" | "polling" | "ended"} */
  status = "connecting";
  why = "";
  #epoch = "";
  #seen = -1;
  #fresh = true;
  #attempts = 0;
  #opened = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** Whether nothing was heard since the last ping. */
  #isDeaf = false;
  #isPolling = false;
  #closed = false;
  #left = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pulse;
  /** @type {Map<string, Action>} */
  #unanswered = new Map();
  /** @type {AbortController | null} */
  #poll = null;

  /** @param {number} table @param {string | undefined} token @param {number} [at] the table of a tournament to watch */
  constructor(table, token, at = -1) {
    super();
    this.table = table;
    this.token = token;
    this.at = at;
  }

  open() {
    this.#pulse = setInterval(() => this.#heartbeat(), PING_EVERY);
    addEventListener("offline", () => this.#goOffline(), { signal: this.#left.signal });
    addEventListener("online", () => this.#comeBack(), { signal: this.#left.signal });
    this.#connect();
  }

  close() {
    this.#closed = true;
    this.#left.abort();
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    this.#poll?.abort();
    this.#socket?.close();
  }

  /** Send an action, again and again until it is answered. @param {Omit<Action, "id">} action */
  act(action) {
    /** @type {Action} */
    const act = { id: `${action.hand}.${action.turn}.${Math.random().toString(36).slice(2, 10)}`, ...action };
    this.#unanswered.set(act.id, act);
    this.#sendAction(act);
  }

  /** Cut the deck of a hand with a seed. @param {number} hand @param {string} seed */
  cut(hand, seed) {
    if (this.#isPolling) this.#post("/tables/{number}/seed", { hand, seed });
    else this.#send({ type: "seed", id: `seed-${hand}`, hand, seed });
  }

  /** Ask for the next hand at once. */
  ready() {
    if (this.#isPolling) this.#post("/tables/{number}/sitting", { ready: true });
    else this.#send({ type: "ready" });
  }

  /** Sit down again, or sit out. @param {boolean} here */
  sit(here) {
    if (this.#isPolling) this.#post("/tables/{number}/sitting", { here });
    else this.#send({ type: "sit", here });
  }

  /** Say something to everybody at the table. @param {string} text */
  say(text) {
    if (this.#isPolling) this.#post("/tables/{number}/chat", { text }).then((why) => this.#complain(why));
    else this.#send({ type: "chat", text });
  }

  /** Fill up the stack before the next hand. @param {number} chips */
  rebuy(chips) {
    if (this.#isPolling) this.#post("/tables/{number}/rebuy", { chips }).then((why) => this.#complain(why));
    else this.#send({ type: "rebuy", chips });
  }

  /** @param {string | null} why */
  #complain(why) {
    if (why) this.#receive({ type: "refused", id: "", why });
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
      this.#isDeaf = false;
      this.#send({ v: VERSION, type: "hello", token: this.token, epoch: this.#epoch, after: this.#seen, at: this.at });
    };
    socket.onmessage = ({ data }) => {
      this.#isDeaf = false;
      this.#receive(JSON.parse(data));
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (REFUSED.includes(code)) this.#end(reason);
      else this.#reconnect();
    };
  }

  /** Close the socket without waiting for the other side to agree. */
  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #goOffline() {
    clearTimeout(this.#retry);
    this.#hangUp();
    this.#poll?.abort();
    this.#setStatus("offline");
  }

  #comeBack() {
    if (this.#isPolling || this.status === "open") return;
    clearTimeout(this.#retry);
    this.#attempts = 0;
    this.#hangUp();
    this.#setStatus("lost");
    this.#connect();
  }

  #reconnect() {
    if (this.#closed) return;
    this.#setStatus("lost");
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** Math.min(this.#attempts, 6));
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** @param {string} why */
  #end(why) {
    this.why = why;
    this.close();
    this.#setStatus("ended");
  }

  #heartbeat() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (this.#isDeaf) {
      this.#hangUp();
      this.#reconnect();
      return;
    }
    this.#isDeaf = true;
    this.#send({ type: "ping" });
    this.#send({ type: "ack", seq: this.#seen });
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.type === "hello") {
      this.#opened = true;
      this.#attempts = 0;
      this.#epoch = message.epoch;
      this.#fresh = message.fresh;
      this.#setStatus(this.#isPolling ? "polling" : "open");
      this.#unanswered.forEach((action) => this.#sendAction(action));
      return;
    }
    if (message.type === "pong") return;
    if (message.type === "accepted" || message.type === "refused") this.#unanswered.delete(message.id ?? "");
    if (message.seq !== undefined) {
      if (!this.#fresh && message.seq <= this.#seen) return;
      this.#seen = message.seq;
      this.#fresh = false;
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {TableConnection["status"]} status */
  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }

  /** @param {unknown} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Action} action */
  #sendAction(action) {
    if (!this.#isPolling) {
      this.#send({ type: "act", ...action });
      return;
    }
    this.#post("/tables/{number}/actions", action).then((why) => {
      if (why === null) return;
      this.#receive(why ? { type: "refused", id: action.id, why } : { type: "accepted", id: action.id });
    });
  }

  /**
   * Post to the table; return "" if it was accepted, the reason if it was refused, and null
   * if that is unknown.
   * @template {keyof Api.Post & `/tables/{number}/${"actions" | "seed" | "sitting" | "chat" | "rebuy"}`} Path
   * @param {Path} path
   * @param {Api.Post[Path]["body"]} body
   */
  async #post(path, body) {
    try {
      await post(path, body, { params: { number: this.table }, token: this.token });
      return "";
    } catch (error) {
      const { status, message } = /** @type {import("./api.js").ApiError} */ (error);
      return status ? message : null;
    }
  }

  async #startPolling() {
    this.#isPolling = true;
    this.#setStatus("polling");
    while (!this.#closed) {
      this.#poll = new AbortController();
      const query = { epoch: this.#epoch, after: this.#seen, wait: 20, at: this.at };
      const options = { params: { number: this.table }, query, token: this.token, signal: this.#poll.signal };
      try {
        const messages = await get("/tables/{number}/messages", options);
        for (const message of messages) this.#receive(/** @type {Message} */ (message));
      } catch (error) {
        const { status, message } = /** @type {import("./api.js").ApiError} */ (error);
        if (this.#closed) return;
        if (status === 403 || status === 404) {
          this.#end(message);
          return;
        }
        this.#setStatus(navigator.onLine ? "lost" : "offline");
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}
