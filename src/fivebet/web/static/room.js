import { html } from "./lib/html.js";
import { Component } from "./lib/component.js";
import { followLinks, match } from "./lib/router.js";
import { settings } from "./lib/settings.js";
import { routes } from "./routes.js";
import { badSizes, DEFAULT_SIZES } from "./lib/sizes.js";
import { segments, switchField, textField } from "./elements/fields.js";
import { icon } from "./elements/icons.js";

/** The shell: the navigation, and the page of the address. */
class Room extends Component {
  /** @type {(Component & { revisit?: () => void }) | null} a page that can be revisited shows another part of its address itself */
  page = null;
  problem = "";
  #moves = 0;
  /** The address of the page. */
  #path = "";

  start() {
    settings.apply();
    this.listen(settings, "change", () => this.update());
    this.listen(window, "fb-navigate", () => this.#show());
    this.#show();
  }

  async #show() {
    const found = match(location.pathname);
    if (this.page?.revisit && !this.page.inert && this.#path === location.pathname) {
      this.page.revisit();
      return;
    }
    const move = ++this.#moves;
    this.problem = "";
    if (this.page) this.page.inert = true; // it belongs to another address than the one that stands there now
    if (!found) {
      this.#fail(`There is no page ${location.pathname}.`);
      return;
    }
    try {
      const { default: Page } = await found.route.load();
      if (move !== this.#moves) return;
      const name = `fb-page-${found.route.path.replace(/[^a-z]+/g, "-").replace(/^-|-$/g, "") || "home"}`;
      if (!customElements.get(name)) customElements.define(name, Page);
      const page = /** @type {Component & { params: Record<string, string> }} */ (document.createElement(name));
      page.params = found.params;
      page.classList.add("page");
      this.page = page;
      this.#path = location.pathname;
      document.title = `${found.route.title} · Fivebet`;
    } catch (error) {
      if (move !== this.#moves) return;
      this.#fail(`This page cannot be shown: ${/** @type {Error} */ (error).message}`);
    }
    this.update();
    window.scrollTo(0, 0);
    if (move > 1) this.#focusPage(move);
  }

  /** Let the keyboard, and screen readers, go on from the top of a new page. @param {number} move */
  async #focusPage(move) {
    await new Promise(requestAnimationFrame); // the page has been put together
    const focused = document.activeElement;
    if (move !== this.#moves || (focused && this.page?.contains(focused))) return;
    const top = this.page?.querySelector("h1") ?? this.querySelector("main");
    if (top instanceof HTMLHeadingElement) top.tabIndex = -1;
    top?.focus({ preventScroll: true });
  }

  /** @param {string} problem */
  #fail(problem) {
    this.page = null;
    this.problem = problem;
    document.title = "Fivebet";
    this.update();
  }

  /** @param {Event} event */
  #skip(event) {
    event.preventDefault(); // the address may hold an invitation where the link's target would stand
    this.querySelector("main")?.focus();
  }

  view() {
    return html`
      <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => this.#skip(event)}>Skip to content</a>
      <header class="bar">
        <a class="brand" href="/" aria-label="Fivebet, the card room">${icon("mark")}<span>Fivebet</span></a>
        <nav aria-label="Pages">
          ${routes.map(({ path, nav }) =>
            nav ? html`<a href=${path} aria-current=${isHere(path) ? "page" : null}>${icon(nav)}<span>${nav}</span></a>` : null,
          )}
        </nav>
        <fb-preferences></fb-preferences>
      </header>
      <main id="main" tabindex="-1">${this.problem ? missingView(this.problem) : this.page}</main>
    `;
  }
}

/** @param {string} problem */
function missingView(problem) {
  return html`<section class="page empty">
    <h1>Page not found</h1>
    <p>${problem}</p>
    <p><a class="button" href="/">Back to the card room</a></p>
  </section>`;
}

/** Tell whether a path leads to this page or to one above it. @param {string} path */
function isHere(path) {
  return location.pathname === path || location.pathname.startsWith(`${path}/`);
}

/** The person's preferences, behind one button. */
class Preferences extends Component {
  open = false;

  start() {
    this.listen(settings, "change", () => this.update());
    this.listen(document, "click", (event) => {
      if (this.open && !event.composedPath().includes(this)) this.#toggle(false);
    });
    this.listen(document, "keydown", (event) => {
      if (event.key !== "Escape" || !this.open) return;
      this.#toggle(false);
      this.querySelector("button")?.focus();
    });
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.open = open;
    this.update();
  }

  view() {
    return html`
      <button class="icon-button" aria-label="Preferences" aria-expanded=${String(this.open)} @click=${() => this.#toggle(!this.open)}>
        ${icon("settings")}
      </button>
      ${this.open ? menuView() : null}
    `;
  }
}

function menuView() {
  const { theme, deck, sound, hud, bigBlinds, keys, preflopSizes, postflopSizes } = settings.values;
  return html`<div class="menu" role="group" aria-label="Preferences">
    ${segments("Appearance", theme, [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], (value) => settings.set({ theme: value }))}
    ${segments("Deck", deck, [["four", "Four colours"], ["two", "Two colours"]], (value) => settings.set({ deck: value }))}
    ${segments("Amounts", bigBlinds ? "bb" : "chips", [["chips", "Chips"], ["bb", "Big blinds"]], (value) =>
      settings.set({ bigBlinds: value === "bb" }),
    )}
    ${switchField("Sound", sound, (value) => settings.set({ sound: value }))}
    ${switchField("Statistics at the table", hud, (value) => settings.set({ hud: value }))}
    ${switchField("Single-key shortcuts", keys, (value) => settings.set({ keys: value }), "F folds, C calls, R raises")}
    ${sizesField("Bet sizes before the flop", preflopSizes, (text) => settings.set({ preflopSizes: text || DEFAULT_SIZES.preflop }))}
    ${sizesField("Bet sizes after the flop", postflopSizes, (text) => settings.set({ postflopSizes: text || DEFAULT_SIZES.postflop }))}
  </div>`;
}

/**
 * Show a field for bet sizes; it says which of them it does not understand.
 * @param {string} label
 * @param {string} text
 * @param {(text: string) => void} change
 */
function sizesField(label, text, change) {
  const bad = badSizes(text);
  const hint = bad.length ? `“${bad.join("”, “")}” is no size: write 50%, 2.5x, min, pot or all-in` : "up to five: 50%, 2.5x, min, pot, all-in";
  return textField(label, text, (value) => change(value.trim()), { hint });
}

customElements.define("fb-preferences", Preferences);
customElements.define("fb-room", Room);
followLinks();
