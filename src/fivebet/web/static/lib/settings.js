/**
 * What a person likes, kept in this browser. A change is told by a `change` event.
 */

/** @typedef {{ theme: "auto" | "light" | "dark", deck: "four" | "two", sound: boolean, hud: boolean, name: string, bigBlinds: boolean }} Settings */

/** @type {Settings} */
const USUAL = { theme: "auto", deck: "four", sound: false, hud: true, name: "You", bigBlinds: false };
const KEY = "fivebet.settings";

/** What a browser that keeps nothing holds as long as the page is open. @type {Map<string, unknown>} */
const unkept = new Map();

/** @param {string} key @returns {any} */
export function read(key) {
  if (unkept.has(key)) return unkept.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
}

class Kept extends EventTarget {
  /** @type {Settings} */
  values = { ...USUAL, ...read(KEY) };

  /** @param {Partial<Settings>} change */
  set(change) {
    this.values = { ...this.values, ...change };
    write(KEY, this.values);
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Let the style sheets know. */
  apply() {
    const { theme, deck } = this.values;
    const root = document.documentElement;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.deck = deck;
  }
}

export const settings = new Kept();
