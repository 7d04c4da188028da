/** Agents and the games that they were made for. */

const ADAPTED = "adapted::";

/** @typedef {{ name: string, games: string[], paper: string, problem: string, about: string }} Agent */

/** Whether an agent was made for a game. @param {Agent} agent @param {string} game */
export function plays(agent, game) {
  return agent.games.some((pattern) => {
    const text = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
    return new RegExp(`^${text}$`).test(game);
  });
}

/** How an agent is asked to a game: as it is, or adapted if it was made for another. @param {Agent[]} agents @param {string} name @param {string} game */
export function seatedName(agents, name, game) {
  const agent = agents.find((each) => each.name === name.split(":")[0]);
  return !agent || plays(agent, game) ? name : ADAPTED + name;
}

/** What an agent is called, and whether it is adapted. @param {string} name */
export function spoken(name) {
  return name.startsWith(ADAPTED) ? `${name.slice(ADAPTED.length)}, adapted,` : name;
}

/** Those that can be seated, the published ones first. @param {Agent[]} agents */
export function publishedFirst(agents) {
  const seated = agents.filter((agent) => !agent.problem);
  return [...seated.filter((agent) => agent.paper), ...seated.filter((agent) => !agent.paper)];
}
