import { html } from "../lib/html.js";

const PAGES = /** @type {[string, string][]} */ ([
  ["/study/ranges", "Ranges"],
  ["/study/equity", "Equity"],
  ["/study/solver", "Solver"],
  ["/study/pushfold", "Push or fold"],
  ["/study/review", "Review"],
  ["/study/profile", "Profile"],
  ["/study/charts", "Charts"],
  ["/study/drills", "Drills"],
  ["/study/papers", "Papers"],
]);

/** Show the pages of the study. */
export function studyNav() {
  return html`<nav class="subnav" aria-label="Study">
    ${PAGES.map(
      ([path, name]) => html`<a href=${path} aria-current=${location.pathname.startsWith(path) ? "page" : null}>${name}</a>`,
    )}
  </nav>`;
}
