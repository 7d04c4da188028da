import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { Task } from "../lib/task.js";
import { headView, problemView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";

/**
 * @typedef {{ name: string, printed: unknown, ours: unknown, ci95: [unknown, unknown] | null, verdict: string | null }} Claim
 * @typedef {{ title: string, columns: string[], rows: unknown[][] }} ReportTable
 * @typedef {{ claims: Claim[], seed: number, scale: string, seconds: number, shipped?: boolean, figures: { name: string, title: string }[],
 *   tables: ReportTable[] }} Report
 * @typedef {Api.With<Api.Get["/papers/{name}"]["answer"], { report: Report | null }>} Paper
 */

/** The five papers. */
export default class Papers extends Component {
  /** @type {Paper[]} */
  papers = [];
  #loading = new Task(this);

  start() {
    this.#loading.run(() => get("/papers"), (papers) => {
      this.papers = /** @type {Paper[]} */ (papers);
    });
  }

  view() {
    return html`
      ${headView("Papers", "What each paper claims, and what our reproduction of its experiments found.")}
      ${studyNav()}
      ${problemView(this.#loading.problem)}
      <div class="grid wide-grid">${this.papers.map(tileView)}</div>
    `;
  }
}

/** @param {Paper} paper */
function tileView(paper) {
  return html`<a class="card tile paper" href=${`/study/papers/${paper.name}`}>
    <p class="row between">
      <span class="tag">${paper.year}</span>
      ${paper.run ? statusTag(paper.run.status) : paper.report ? verdictsView(paper.report.claims) : null}
    </p>
    <h2>${paper.title}</h2>
    <p class="muted small">${paper.authors} · ${paper.kind}</p>
    <p>${paper.about}</p>
  </a>`;
}

/** Show how many claims are confirmed, refuted and undecided. @param {Claim[]} claims */
export function verdictsView(claims) {
  const tag = (/** @type {string} */ verdict, /** @type {string} */ kind) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return count || verdict === "confirmed" ? html`<span class=${`tag ${kind}`}>${count} ${verdict}</span>` : null;
  };
  return html`<span class="row verdicts">${tag("confirmed", "accent")}${tag("refuted", "bad")}${tag("undecided", "warn")}</span>`;
}
