import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { headView } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";

const TILES = [
  ["/study/review", "Review", "What your decisions cost, hand by hand: the worst first, by street, position and kind of spot."],
  ["/study/drills", "Drills", "Solved decisions as puzzles, graded by the expected value that is lost; ten new ones a day."],
  ["/study/charts", "Charts", "Solutions at hand: before the flop, push or fold, and a library of flops, hand by hand."],
  ["/study/solver", "Solver", "Solve heads-up spots from any flop, turn or river, watch them converge, and walk the tree."],
  ["/study/ranges", "Ranges", "Paint a range on the 13 × 13 grid, weight single combos, and copy it as text."],
  ["/study/equity", "Equity", "Two to ten hands or ranges on any board: exact where that is fast, otherwise with its error."],
  ["/study/pushfold", "Push or fold", "Who jams and who calls, by stack and ante; up to nine players, by chips or by prizes."],
  ["/study/profile", "Profile", "Your graph with luck taken out, your statistics over all tables, and your rating against the agents."],
  ["/study/papers", "Papers", "The five papers behind the agents: what they claim, and what our reproductions found."],
];

/** The tools for study. */
export default class Study extends Component {
  view() {
    return html`
      ${headView("Study", "The tools behind the tables, each as exact as your machine allows.")}
      ${studyNav()}
      <section class="grid tiles">
        ${TILES.map(([path, title, text]) => html`<a class="card tile" href=${path}><h2>${title}</h2><p class="muted">${text}</p></a>`)}
      </section>
    `;
  }
}
