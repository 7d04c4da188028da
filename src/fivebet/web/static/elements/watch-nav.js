import { html } from "../lib/html.js";

const PAGES = [["/watch", "Contests"], ["/watch/leaders", "Leader board"], ["/watch/bench", "Bench"]];

/** Show the pages of contests. */
export function watchNav() {
  const here = PAGES.findLast(([path]) => location.pathname.startsWith(path));
  return html`<nav class="subnav" aria-label="Contests">
    ${PAGES.map((page) => html`<a href=${page[0]} aria-current=${page === here ? "page" : null}>${page[1]}</a>`)}
  </nav>`;
}
