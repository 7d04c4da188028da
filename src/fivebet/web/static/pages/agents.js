import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { publishedFirst } from "../lib/agents.js";
import { get } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { headView, problemView } from "../elements/fields.js";

/** @typedef {import("../lib/agents.js").Agent} Agent */

/** All agents of the card room. */
export default class Agents extends Component {
  /** @type {Agent[]} */
  agents = [];
  #loading = new Task(this);

  start() {
    this.#loading.run(() => get("/agents"), (agents) => {
      this.agents = [...publishedFirst(agents), ...agents.filter((agent) => agent.problem)];
    });
  }

  view() {
    const about = "Everyone you can play in this card room. Your own agent joins them as an installed package.";
    return html`
      ${headView("Agents", about, html`<a class="button primary" href="/play">Play against them</a>`)}
      ${problemView(this.#loading.problem)}
      <div class="grid">${this.agents.map(agentView)}</div>
    `;
  }
}

/** @param {Agent} agent */
function agentView(agent) {
  const options = Object.entries(agent.options).map(([key, value]) => `${key}=${value}`);
  return html`<article class="card agent">
    <div class="row"><span class="avatar" aria-hidden="true">${agent.name.slice(0, 2)}</span><h2>${agent.name}</h2></div>
    <p>${agent.problem || agent.about}</p>
    ${agent.paper ? html`<p class="small muted">${agent.paper}</p>` : null}
    <p class="row">
      ${agent.policy ? html`<span class="tag accent">open policy</span>` : null}
      ${agent.remembers ? html`<span class="tag accent">remembers</span>` : null}
      ${agent.games.map((game) => html`<span class="tag">${game === "*" ? "all games" : game}</span>`)}
    </p>
    ${options.length ? html`<p class="small muted">Options: <code>${options.join(", ")}</code></p>` : null}
  </article>`;
}
