import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { cardView } from "../elements/cards.js";

const TILES = [
  ["/play", "Play", "Cash game, sit-and-go or tournament, with friends and agents, with statistics and a coach at your side."],
  ["/tables", "Tables", "All tables of this card room: return to yours, or watch others."],
  ["/study", "Study", "Review what your decisions cost, drill your mistakes, solve spots, read charts, and see what the papers claim."],
  ["/watch", "Watch", "Live matches, leagues and tournaments between agents, adjusted for luck, and a leader board."],
  ["/hands", "Hands", "Every stored hand: replay it, see why agents acted, and export it as text."],
  ["/agents", "Agents", "Who they are, how they think, where they are weak, and goals to beat them. The champion first."],
];

/** The front page. */
export default class Home extends Component {
  agents = 0;
  #counting = new Task(this);

  start() {
    this.#counting.run(() => get("/agents"), (agents) => {
      this.agents = agents.length;
    });
  }

  view() {
    return html`
      <section class="hero">
        <div class="stack">
          <h1>Published poker agents, at your table.</h1>
          <p class="lead">
            Sit down against any mix of ${this.agents || "our"} agents, see why they act, learn what your decisions cost, drill your mistakes,
            and check every card that was dealt to you.
          </p>
          <p class="row">
            <a class="button primary big" href="/play">Play now</a>
            <a class="button big" href="/agents">Meet the agents</a>
          </p>
        </div>
        <div class="fan" aria-hidden="true">${["As", "Kh", "Qd", "Jc", "Ts"].map((card) => cardView(card))}</div>
      </section>
      <section class="grid tiles">
        ${TILES.map(([href, title, text]) => html`<a class="card tile" href=${href}><h2>${title}</h2><p class="muted">${text}</p></a>`)}
      </section>
    `;
  }
}
