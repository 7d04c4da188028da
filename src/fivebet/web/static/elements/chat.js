import { html, keyed } from "../lib/html.js";
import { read, write } from "../lib/settings.js";

const KEY = "fivebet.muted";
const MOST_LINES = 100;
const MOST_MUTED = 200;
const LONGEST = 200;

/** @typedef {{ key: number, place: number, name: string, text: string }} Line */

/** What people at a table say; those who are muted are not shown, in this browser. */
export class Chat {
  /** @type {Line[]} */
  lines = [];
  unread = 0;
  #count = 0;

  /** Take a line, and return it unless whoever says it is muted. @param {Omit<Line, "key">} line @param {boolean} isOpen */
  add({ place, name, text }, isOpen) {
    if (isMuted(name)) return null;
    this.#count += 1;
    const line = { key: this.#count, place, name, text };
    this.lines = [...this.lines, line].slice(-MOST_LINES);
    if (!isOpen) this.unread += 1;
    return line;
  }

  /** Mute a name or listen to it again; what it has said disappears. @param {string} name @param {boolean} isToBeMuted */
  mute(name, isToBeMuted) {
    const others = muted().filter((each) => each !== name);
    write(KEY, isToBeMuted ? [...others, name].slice(-MOST_MUTED) : others);
    if (isToBeMuted) this.lines = this.lines.filter((line) => line.name !== name);
  }

  /**
   * @param {number | null} you
   * @param {string[]} people the names of the others who may speak
   * @param {(text: string) => void} say
   * @param {() => void} changed
   */
  view(you, people, say, changed) {
    this.unread = 0;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("line"));
      if (field.value.trim()) say(field.value.trim());
      field.value = "";
    };
    const toggle = (/** @type {string} */ name) => () => {
      this.mute(name, !isMuted(name));
      changed();
    };
    return html`<div class="chat">
      <div class="chat-lines" role="log" aria-live="off" aria-label="Chat" tabindex="0">
        ${this.lines.map((line) => keyed(line.key, html`<p><b>${line.place === you ? "You" : line.name}</b> ${line.text}</p>`))}
      </div>
      ${this.lines.length ? null : html`<p class="muted small">Nobody has said anything since you came. Lines are kept nowhere.</p>`}
      ${you === null
        ? null
        : html`<form class="chat-form" @submit=${send}>
            <label class="grow"><span class="visually-hidden">Say something</span>
              <input type="text" name="line" maxlength=${LONGEST} autocomplete="off" placeholder="Say something"></label>
            <button class="button">Send</button>
          </form>`}
      ${people.length
        ? html`<p class="row">${people.map(
            (name) => html`<button type="button" class="button quiet" aria-pressed=${String(isMuted(name))} @click=${toggle(name)}>
              ${isMuted(name) ? `Listen to ${name}` : `Mute ${name}`}
            </button>`,
          )}</p>`
        : null}
    </div>`;
  }
}

/** @returns {string[]} */
function muted() {
  return read(KEY) ?? [];
}

/** Tell whether this browser's person has muted a name. @param {string} name */
export function isMuted(name) {
  return muted().includes(name);
}
