import { html } from "./lib/html.js";
import { Component } from "./lib/component.js";
import { followLinks, match } from "./lib/router.js";
import { settings } from "./lib/settings.js";
import { routes } from "./routes.js";
import { segments, switchField } from "./elements/fields.js";
import { icon } from "./elements/icons.js";

/** The shell: the navigation, and the page of the address. */
class Room extends Component {
  /** @type {Component | null} */
  page = null;
  problem = "";
  #moves = 0;

  start() {
    settings.apply();
    this.listen(settings, "change", () => this.update());
    this.listen(window, "fb-navigate", () => this.#show());
    this.#show();
  }

  async #show() {
    const move = ++this.#moves;
    const found = match(location.pathname);
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
      document.title = `${found.route.title} · Fivebet`;
    } catch (error) {
      if (move !== this.#moves) return;
      this.#fail(`This page cannot be shown: ${/** @type {Error} */ (error).message}`);
    }
    this.update();
    window.scrollTo(0, 0);
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
  const { theme, deck, sound, hud, bigBlinds } = settings.values;
  return html`<div class="menu" role="group" aria-label="Preferences">
    ${segments("Appearance", theme, [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], (value) => settings.set({ theme: value }))}
    ${segments("Deck", deck, [["four", "Four colours"], ["two", "Two colours"]], (value) => settings.set({ deck: value }))}
    ${segments("Amounts", bigBlinds ? "bb" : "chips", [["chips", "Chips"], ["bb", "Big blinds"]], (value) =>
      settings.set({ bigBlinds: value === "bb" }),
    )}
    ${switchField("Sound", sound, (value) => settings.set({ sound: value }))}
    ${switchField("Statistics at the table", hud, (value) => settings.set({ hud: value }))}
  </div>`;
}

customElements.define("fb-preferences", Preferences);
customElements.define("fb-room", Room);
followLinks();
