import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { CHAMPION, inOrder } from "../lib/agents.js";
import { get } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { goals, progressOf } from "../lib/goals.js";
import { headView, problemView } from "../elements/fields.js";
import { portraitView } from "../elements/portrait.js";
import { bestStyle } from "./agent.js";

/** @typedef {import("../lib/agents.js").Agent} Agent */

/** All agents of the card room. */
export default class Agents extends Component {
  /** @type {Agent[]} */
  agents = [];
  /** @type {Map<string, import("./agent.js").Character>} */
  characters = new Map();
  #loading = new Task(this);

  start() {
    this.#loading.run(() => Promise.all([get("/agents"), get("/characters")]), ([agents, characters]) => {
      this.characters = new Map(characters.map((each) => [each.name, each]));
      this.agents = [...inOrder(agents), ...agents.filter((agent) => agent.problem)];
    });
  }

  view() {
    const about = "Everyone you can play in this card room. Your own joins them as an installed package, or on the bench.";
    return html`
      ${headView("Agents", about, html`<a class="button primary" href="/play">Play against them</a>`)}
      ${problemView(this.#loading.problem)}
      <div class="grid">${this.agents.map((agent) => agentView(agent, this.characters.get(agent.name)))}</div>
    `;
  }
}

/** @param {Agent} agent @param {import("./agent.js").Character | undefined} character */
function agentView(agent, character) {
  const options = Object.entries(agent.options).map(([key, value]) => `${key}=${value}`);
  const done = goals(progressOf(agent.name)).filter((goal) => goal.isDone).length;
  return html`<article class="card agent">
    <div class="row">
      ${portraitView(agent.name, bestStyle(agent, character), agent.remembers)}
      <h2 class="wrap"><a href=${`/agents/${encodeURIComponent(agent.name)}`}>${agent.name}</a></h2>
    </div>
    <p>${agent.problem || agent.about}</p>
    ${agent.paper ? html`<p class="small muted">${agent.paper}</p>` : null}
    <p class="row">
      ${agent.name === CHAMPION ? html`<span class="tag accent">the one to beat</span>` : null}
      ${done ? html`<span class="tag accent">${done} of 4 goals</span>` : null}
      ${agent.policy ? html`<span class="tag accent">open policy</span>` : null}
      ${agent.remembers ? html`<span class="tag accent">remembers</span>` : null}
      ${agent.games.map((game) => html`<span class="tag">${game === "*" ? "all games" : game}</span>`)}
    </p>
    ${options.length
      ? html`<details class="small muted">
          <summary>${options.length} option${options.length > 1 ? "s" : ""}</summary><code class="wrap">${options.join(", ")}</code>
        </details>`
      : null}
  </article>`;
}
