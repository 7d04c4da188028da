import { DEFAULT_SIZES } from "./sizes.js";

/** The person's preferences, kept in this browser. A `change` event says that they have changed. */

/**
 * @typedef {{ theme: "auto" | "light" | "dark", deck: "four" | "two", sound: boolean, hud: boolean, name: string, bigBlinds: boolean,
 *   keys: boolean, preflopSizes: string, postflopSizes: string }} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  deck: "four",
  sound: false,
  hud: true,
  name: "",
  bigBlinds: false,
  keys: true,
  preflopSizes: DEFAULT_SIZES.preflop,
  postflopSizes: DEFAULT_SIZES.postflop,
};
const KEY = "fivebet.settings";

/** The values of a browser that stores nothing, as long as the page is open. @type {Map<string, unknown>} */
const unstored = new Map();

/** Read a stored value. @param {string} key @returns {any} */
export function read(key) {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Store a value. @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

class StoredSettings extends EventTarget {
  /** @type {Settings} */
  values = { ...DEFAULTS, ...read(KEY) };

  /** Change some of the settings. @param {Partial<Settings>} change */
  set(change) {
    this.values = { ...this.values, ...change };
    write(KEY, this.values);
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Make the style sheets follow the settings. */
  apply() {
    const { theme, deck } = this.values;
    const root = document.documentElement;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.deck = deck;
  }
}

export const settings = new StoredSettings();
