import { html } from "../lib/html.js";

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

/** Show the pages of the study. */
export function studyNav() {
  return html`<nav class="subnav" aria-label="Study">
    ${PAGES.map(
      ([path, name]) => html`<a href=${path} aria-current=${location.pathname.startsWith(path) ? "page" : null}>${name}</a>`,
    )}
  </nav>`;
}
