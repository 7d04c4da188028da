/** Agents and the games that they were made for. */

const ADAPTED = "adapted::";

/** @typedef {Api.Get["/agents"]["answer"][number]} Agent */

/** Tell whether an agent plays a game; who plays no-limit or cash games plays tournaments too. @param {Pick<Agent, "games">} agent @param {string} game */
export function plays(agent, game) {
  const kinds = game.startsWith("tournament-") ? ["tournament", "nolimit", "cash"] : [game.split("-")[0]];
  return agent.games.some((pattern) => {
    const text = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
    return kinds.some((kind) => new RegExp(`^${text}$`).test(game.replace(/^[^-]*/, kind)));
  });
}

/**
 * Return the name by which an agent is seated in a game: its own, or the adapted one if it
 * was made for another game.
 * @param {Pick<Agent, "name" | "games">[]} agents
 * @param {string} name
 * @param {string} game
 */
export function seatedName(agents, name, game) {
  const agent = agents.find((each) => each.name === name.split(":")[0]);
  return !agent || plays(agent, game) ? name : ADAPTED + name;
}

/** Return an agent's name for people, which says whether it is adapted. @param {string} name */
export function displayName(name) {
  return name.startsWith(ADAPTED) ? `${name.slice(ADAPTED.length)}, adapted,` : name;
}

/** Keep the names of agents that can be seated. @param {Agent[]} agents @param {string[]} names */
export function seatable(agents, names) {
  const known = new Set(agents.filter((agent) => !agent.problem).map((agent) => agent.name));
  return names.filter((name) => known.has(name.split(":")[0]));
}

/** Our strongest agent. */
export const CHAMPION = "champion";

/**
 * Return the agents that can be seated: the champion, the published ones, and the others.
 * @template {Pick<Agent, "name" | "problem" | "paper">} A
 * @param {A[]} agents
 */
export function inOrder(agents) {
  const rank = (/** @type {A} */ { name, paper }) => (name === CHAMPION ? 0 : paper ? 1 : 2);
  return agents.filter((agent) => !agent.problem).sort((a, b) => rank(a) - rank(b));
}
