/**
 * Every page: its address, what the navigation calls it, and the module that shows it.
 * A module's default export is a class of component; the parts of its address that start
 * with a colon become its `params`.
 */

/** @typedef {{ path: string, title: string, nav?: string, load: () => Promise<{ default: typeof import("./lib/component.js").Component }> }} Route */

/** @type {Route[]} */
export const routes = [
  { path: "/", title: "Card room", load: () => import("./pages/home.js") },
  { path: "/play", title: "Play", nav: "Play", load: () => import("./pages/play.js") },
  { path: "/table/:number", title: "Table", load: () => import("./pages/table.js") },
  { path: "/join/:number", title: "Join a table", load: () => import("./pages/join.js") },
  { path: "/tournament/:number", title: "Tournament", load: () => import("./pages/tournament.js") },
  { path: "/tables", title: "Tables", nav: "Tables", load: () => import("./pages/tables.js") },
  { path: "/study", title: "Study", nav: "Study", load: () => import("./pages/study.js") },
  { path: "/study/ranges", title: "Ranges", load: () => import("./pages/ranges.js") },
  { path: "/study/equity", title: "Equity", load: () => import("./pages/equity.js") },
  { path: "/study/solver", title: "Solver", load: () => import("./pages/solver.js") },
  { path: "/study/solver/:id", title: "Solution", load: () => import("./pages/solution.js") },
  { path: "/study/pushfold", title: "Push or fold", load: () => import("./pages/pushfold.js") },
  { path: "/study/review", title: "Review", load: () => import("./pages/reviews.js") },
  { path: "/study/review/:number", title: "Review", load: () => import("./pages/review.js") },
  { path: "/study/profile", title: "Profile", load: () => import("./pages/profile.js") },
  { path: "/study/charts", title: "Charts", load: () => import("./pages/charts.js") },
  { path: "/study/drills", title: "Drills", load: () => import("./pages/drills.js") },
  { path: "/study/papers", title: "Papers", load: () => import("./pages/papers.js") },
  { path: "/study/papers/:paper", title: "Paper", load: () => import("./pages/paper.js") },
  { path: "/watch", title: "Watch", nav: "Watch", load: () => import("./pages/watch.js") },
  { path: "/watch/leaders", title: "Leader board", load: () => import("./pages/leaders.js") },
  { path: "/watch/bench", title: "Bench", load: () => import("./pages/bench.js") },
  { path: "/watch/:run", title: "Contest", load: () => import("./pages/contest.js") },
  { path: "/hands", title: "Hands", nav: "Hands", load: () => import("./pages/hands.js") },
  { path: "/hands/:run/:serial", title: "Hand", load: () => import("./pages/hand.js") },
  { path: "/agents", title: "Agents", nav: "Agents", load: () => import("./pages/agents.js") },
  { path: "/agents/:name", title: "Agent", load: () => import("./pages/agent.js") },
];
