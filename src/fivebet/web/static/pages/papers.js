import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { problemView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";

/** The five papers. */
export default class Papers extends Piece {
  /** @type {any[]} */
  papers = [];
  #loading = new Task(this);

  start() {
    this.#loading.run(() => ask("/papers"), (papers) => {
      this.papers = papers;
    });
  }

  view() {
    return html`
      <header class="head"><div><h1>Papers</h1><p>What each claims, and what running its experiments again came to.</p></div></header>
      ${studyNav()}
      ${problemView(this.#loading.problem)}
      <div class="grid wide-grid">${this.papers.map((paper) => html`<a class="card tile paper" href=${`/study/papers/${paper.name}`}>
        <p class="row between"><span class="tag">${paper.year}</span>${paper.run ? statusTag(paper.run.status) : paper.report ? verdicts(paper.report.claims) : null}</p>
        <h2>${paper.title}</h2><p class="muted small">${paper.authors} · ${paper.kind}</p><p>${paper.about}</p></a>`)}</div>
    `;
  }
}

/** @param {{ verdict: string | null }[]} claims */
export function verdicts(claims) {
  const count = (/** @type {string} */ verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  return html`<span class="row verdicts"><span class="tag accent">${count("confirmed")} confirmed</span>${count("refuted") ? html`<span class="tag bad">${count("refuted")} refuted</span>` : null}${count("undecided") ? html`<span class="tag warn">${count("undecided")} undecided</span>` : null}</span>`;
}
