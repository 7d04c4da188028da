import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { studyNav } from "../elements/study-nav.js";

const ROOMS = /** @type {[string, string, string][]} */ ([
  ["/study/ranges", "Ranges", "Paint a range on the 13 × 13 grid, weigh single combos, and take it along as text."],
  ["/study/equity", "Equity", "Two to ten hands or ranges on any board: exact where that is quick, with the error where it is not."],
  ["/study/solver", "Solver", "Solve heads-up spots from any flop, turn or river, watch them converge, and walk the tree."],
  ["/study/pushfold", "Push or fold", "Who jams and who calls, by stack and ante; up to nine players, by chips or by prizes."],
  ["/study/papers", "Papers", "The five papers behind the house: what each claims, and what running it again came to."],
]);

/** What there is to study. */
export default class Study extends Piece {
  view() {
    return html`
      <header class="head"><div><h1>Study</h1><p>The tools behind the tables, each as exact as the machine allows.</p></div></header>
      ${studyNav()}
      <section class="grid tiles">${ROOMS.map(([path, title, text]) => html`<a class="card tile" href=${path}><h2>${title}</h2><p class="muted">${text}</p></a>`)}</section>
    `;
  }
}
