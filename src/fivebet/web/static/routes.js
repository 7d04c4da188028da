/**
 * Every page: its address, what the navigation calls it, and the module that shows it.
 * A module's default export is a class of element; the parts of its address that
 * start with a colon become its `params`.
 */

/** @typedef {{ path: string, title: string, nav?: string, load: () => Promise<{ default: typeof import("./lib/element.js").Piece }> }} Route */

/** @type {Route[]} */
export const routes = [
  { path: "/", title: "Card room", load: () => import("./pages/home.js") },
  { path: "/play", title: "Play", nav: "Play", load: () => import("./pages/play.js") },
  { path: "/table/:number", title: "Table", load: () => import("./pages/table.js") },
  { path: "/tables", title: "Tables", nav: "Tables", load: () => import("./pages/tables.js") },
  { path: "/agents", title: "Agents", nav: "Agents", load: () => import("./pages/agents.js") },
];
