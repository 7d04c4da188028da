import { html } from "./lib/html.js";
import { Piece } from "./lib/element.js";
import { followLinks, match } from "./lib/router.js";
import { settings } from "./lib/settings.js";
import { routes } from "./routes.js";
import { segments } from "./elements/fields.js";
import { icon } from "./elements/icons.js";

/** The shell: navigation above, or below on a phone, and the page of the address. */
class Room extends Piece {
  /** @type {Piece | null} */
  page = null;
  /** @type {string} */
  problem = "";
  #moves = 0;

  start() {
    settings.apply();
    this.listen(settings, "change", () => this.changed());
    this.listen(window, "fb-moved", () => this.#show());
    this.#show();
  }

  async #show() {
    const move = ++this.#moves;
    const found = match(location.pathname);
    this.problem = "";
    if (this.page) this.page.inert = true; // it shows another address than the one that stands there now
    if (!found) {
      this.page = null;
      this.problem = `There is no page ${location.pathname}.`;
      document.title = "Fivebet";
      this.changed();
      return;
    }
    try {
      const { default: Page } = await found.route.load();
      if (move !== this.#moves) return;
      const name = `fb-page-${found.route.path.replace(/[^a-z]+/g, "-").replace(/^-|-$/g, "") || "home"}`;
      if (!customElements.get(name)) customElements.define(name, Page);
      const page = /** @type {Piece & { params: Record<string, string> }} */ (document.createElement(name));
      page.params = found.params;
      page.classList.add("page");
      this.page = page;
      document.title = `${found.route.title} · Fivebet`;
    } catch (error) {
      if (move !== this.#moves) return;
      this.page = null;
      this.problem = `This page cannot be shown: ${/** @type {Error} */ (error).message}`;
      document.title = "Fivebet";
    }
    this.changed();
    window.scrollTo(0, 0);
  }

  view() {
    return html`
      <a class="skip" href="#main" @click=${(/** @type {Event} */ event) => {
        event.preventDefault(); // the address may hold an invitation where this would stand
        this.querySelector("main")?.focus();
      }}>Skip to the page</a>
      <header class="bar">
        <a class="brand" href="/" aria-label="Fivebet, the card room">${icon("mark")}<span>Fivebet</span></a>
        <nav aria-label="Pages">
          ${routes.filter((route) => route.nav).map(
            (route) => html`<a href=${route.path} aria-current=${here(route.path) ? "page" : null}>${icon(route.nav ?? "")}<span>${route.nav}</span></a>`,
          )}
        </nav>
        <fb-preferences></fb-preferences>
      </header>
      <main id="main" tabindex="-1">
        ${this.problem ? html`<section class="page empty"><h1>Not here</h1><p>${this.problem}</p><p><a class="button" href="/">To the card room</a></p></section>` : this.page}
      </main>
    `;
  }
}

/** @param {string} path */
function here(path) {
  return location.pathname === path || location.pathname.startsWith(`${path}/`);
}

/** Light or dark, two or four colours, sound: behind one button. */
class Preferences extends Piece {
  open = false;

  start() {
    this.listen(settings, "change", () => this.changed());
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
    this.changed();
  }

  view() {
    const { theme, deck, sound, hud, bigBlinds } = settings.values;
    return html`
      <button class="icon-button" aria-label="Preferences" aria-expanded=${String(this.open)} @click=${() => this.#toggle(!this.open)}>${icon("settings")}</button>
      ${this.open
        ? html`<div class="menu" role="group" aria-label="Preferences">
            ${segments("Appearance", theme, [["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], (value) => settings.set({ theme: value }))}
            ${segments("Deck", deck, [["four", "Four colours"], ["two", "Two"]], (value) => settings.set({ deck: value }))}
            ${segments("Amounts", bigBlinds ? "bb" : "chips", [["chips", "Chips"], ["bb", "Big blinds"]], (value) => settings.set({ bigBlinds: value === "bb" }))}
            ${toggle("Sound", sound, (value) => settings.set({ sound: value }))}
            ${toggle("Statistics at the table", hud, (value) => settings.set({ hud: value }))}
          </div>`
        : null}
    `;
  }
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} pick */
function toggle(label, value, pick) {
  return html`<label class="switch"><span>${label}</span><input type="checkbox" role="switch" .checked=${value} @change=${(/** @type {Event} */ event) => pick(/** @type {HTMLInputElement} */ (event.target).checked)}></label>`;
}

customElements.define("fb-preferences", Preferences);
customElements.define("fb-room", Room);
followLinks();
