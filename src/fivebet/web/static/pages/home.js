import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { cardView } from "../elements/cards.js";
import { ask } from "../lib/api.js";

/** The way in. */
export default class Home extends Piece {
  agents = 0;

  async start() {
    try {
      this.agents = (await ask("/agents")).length;
      this.changed();
    } catch {
      // The page says as much without the number.
    }
  }

  view() {
    return html`
      <section class="hero">
        <div class="stack">
          <h1>Published poker agents, at your table.</h1>
          <p class="lead">Sit down against any mix of ${this.agents || "our"} agents, see why they act, know what your decisions cost, and check every card that was dealt to you.</p>
          <p class="row"><a class="button primary big" href="/play">Play now</a><a class="button big" href="/agents">Meet the agents</a></p>
        </div>
        <div class="fan" aria-hidden="true">${["As", "Kh", "Qd", "Jc", "Ts"].map((card) => cardView(card))}</div>
      </section>
      <section class="grid tiles">
        ${tile("/play", "Play", "Cash game or sit-and-go, limit or no-limit, one to nine opponents, with statistics and a coach at your side.")}
        ${tile("/tables", "Tables", "All tables of this card room: come back to yours, or watch others.")}
        ${tile("/agents", "Agents", "Who they are, what they play, and what each would do in a spot.")}
      </section>
    `;
  }
}

/** @param {string} href @param {string} title @param {string} text */
function tile(href, title, text) {
  return html`<a class="card tile" href=${href}><h2>${title}</h2><p class="muted">${text}</p></a>`;
}
