import { html } from "../lib/html.js";

/**
 * Show one of our line icons; those of the navigation have their page's name.
 * @param {string} name
 */
export function icon(name) {
  const draw = ICONS[name] ?? ICONS.page;
  return draw();
}

/** @type {Record<string, () => import("../lib/html.js").Template>} */
const ICONS = {
  mark: () => html`<svg class="icon mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="2" width="20" height="20" rx="6" class="mark-back"/><path d="M12 5.2c2.6 3.2 5.4 4.9 5.4 7.8 0 1.9-1.4 3.1-3 3.1-.7 0-1.3-.2-1.7-.6.1 1.3.6 2.2 1.5 2.9H9.8c.9-.7 1.4-1.6 1.5-2.9-.4.4-1 .6-1.7.6-1.6 0-3-1.2-3-3.1 0-2.9 2.8-4.6 5.4-7.8z" class="mark-front"/></svg>`,
  Play: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="5" width="10" height="14" rx="2"/><path d="M16.5 6.2l3 .9a1.6 1.6 0 0 1 1 2l-2.7 8.6a1.6 1.6 0 0 1-2 1"/></svg>`,
  Tables: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><ellipse cx="12" cy="12" rx="9" ry="5.5"/><ellipse cx="12" cy="12" rx="5" ry="2.5"/></svg>`,
  Agents: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="8" width="14" height="11" rx="3"/><path d="M12 8V4M9 13h.01M15 13h.01M9.5 16h5"/></svg>`,
  Study: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v14H4zM4 9.7h16M4 14.3h16M9.3 5v14M14.7 5v14"/></svg>`,
  Watch: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="2.800"/></svg>`,
  Hands: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 6h14M5 12h14M5 18h9"/></svg>`,
  page: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="4" width="14" height="16" rx="2"/></svg>`,
  settings: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2.200"/><circle cx="9" cy="17" r="2.200"/></svg>`,
  plus: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v12M6 12h12"/></svg>`,
  minus: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12h12"/></svg>`,
  close: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7L7 17"/></svg>`,
  help: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.500"/><path d="M9.800 9.600a2.300 2.300 0 1 1 3.300 2.100c-.8.4-1.100.9-1.100 1.700M12 16.300h.01"/></svg>`,
  check: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5.500 12.500l4 4 9-9"/></svg>`,
  list: () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 6h14M5 12h14M5 18h9"/></svg>`,
};
