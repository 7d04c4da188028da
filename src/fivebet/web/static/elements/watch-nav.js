import { html } from "../lib/html.js";

/** Show the pages of contests. */
export function watchNav() {
  const leaders = location.pathname.startsWith("/watch/leaders");
  return html`<nav class="subnav" aria-label="Contests">
    <a href="/watch" aria-current=${leaders ? null : "page"}>Contests</a>
    <a href="/watch/leaders" aria-current=${leaders ? "page" : null}>Leader board</a>
  </nav>`;
}
