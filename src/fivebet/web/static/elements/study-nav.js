import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";

const PAGES = /** @type {[string, string][]} */ ([
  ["/study/review", "Review"],
  ["/study/drills", "Drills"],
  ["/study/charts", "Charts"],
  ["/study/solver", "Solver"],
  ["/study/ranges", "Ranges"],
  ["/study/equity", "Equity"],
  ["/study/pushfold", "Push or fold"],
  ["/study/profile", "Profile"],
  ["/study/papers", "Papers"],
]);

/** The pages of the study; where they do not all fit, the one that is open is in sight. */
class StudyNav extends Component {
  start() {
    requestAnimationFrame(() => this.#showHere());
  }

  #showHere() {
    const nav = this.querySelector("nav");
    const here = nav?.querySelector("a[aria-current]");
    if (!nav || !here) return;
    const [whole, part] = [nav.getBoundingClientRect(), here.getBoundingClientRect()];
    if (part.right > whole.right) nav.scrollLeft += (part.left + part.right - whole.left - whole.right) / 2;
  }

  view() {
    return html`<nav class="subnav" aria-label="Study">
      ${PAGES.map(
        ([path, name]) => html`<a href=${path} aria-current=${location.pathname.startsWith(path) ? "page" : null}>${name}</a>`,
      )}
    </nav>`;
  }
}

/** Show the pages of the study. */
export function studyNav() {
  return html`<fb-study-nav></fb-study-nav>`;
}

customElements.define("fb-study-nav", StudyNav);
