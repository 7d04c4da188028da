import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { publishedFirst } from "../lib/agents.js";
import { Task } from "../lib/task.js";
import { problemView } from "../elements/fields.js";

/** Who can sit down. */
export default class Agents extends Piece {
  /** @type {any[]} */
  agents = [];
  #loading = new Task(this);

  start() {
    this.#loading.run(() => ask("/agents"), (agents) => {
      this.agents = agents;
    });
  }

  view() {
    return html`
      <header class="head"><div><h1>Agents</h1><p>Everybody who can sit down in this card room. Your own agent joins them as an installed package.</p></div><a class="button primary" href="/play">Play them</a></header>
      ${problemView(this.#loading.problem)}
      <div class="grid">${[...publishedFirst(this.agents), ...this.agents.filter((agent) => agent.problem)].map((agent) => html`<article class="card agent">
        <div class="row"><span class="avatar" aria-hidden="true">${agent.name.slice(0, 2)}</span><h2>${agent.name}</h2></div>
        <p>${agent.problem || agent.about}</p>
        ${agent.paper ? html`<p class="small muted">${agent.paper}</p>` : null}
        <p class="row">${agent.policy ? html`<span class="tag accent">states its policy</span>` : null}${agent.remembers ? html`<span class="tag accent">remembers</span>` : null}
          ${agent.games.map((/** @type {string} */ game) => html`<span class="tag">${game === "*" ? "all games" : game}</span>`)}</p>
        ${Object.keys(agent.options).length ? html`<p class="small muted">Options: <code>${Object.entries(agent.options).map(([key, value]) => `${key}=${value}`).join(", ")}</code></p>` : null}
      </article>`)}</div>
    `;
  }
}
