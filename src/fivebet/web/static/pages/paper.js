import { html } from "../lib/html.js";
import { Piece } from "../lib/element.js";
import { ask, post } from "../lib/api.js";
import { follow, over, sentence } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { lookupView, problemView, progressView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import { verdicts } from "./papers.js";

const KINDS = /** @type {Record<string, string>} */ ({ confirmed: "accent", refuted: "bad", undecided: "warn" });

/** One paper: its claims beside ours. */
export default class Paper extends Piece {
  /** @type {{ paper: string }} */
  params = { paper: "" };
  /** @type {any} */
  paper = null;
  problem = "";
  #loading = new Task(this);
  #changing = new Task(this);

  start() {
    this.#loading.run(() => ask(this.#path()), (paper) => this.#take(paper));
  }

  #path() {
    return `/papers/${encodeURIComponent(this.params.paper)}`;
  }

  /** @param {any} told */
  #take(told) {
    this.paper = told;
    if (!told.run || over(told.run.status)) return;
    follow(this, this.#path(), (paper) => {
      this.paper = paper;
      this.changed();
    }, (message) => {
      this.problem = sentence(message);
      this.changed();
    });
  }

  /** @param {"POST" | "DELETE"} method @param {string} [scale] */
  #run(method, scale) {
    const path = `${this.#path()}/runs`;
    this.problem = "";
    this.#changing.run(() => (method === "POST" ? post(path, { scale }) : ask(path, { method })), (paper) => this.#take(paper));
  }

  view() {
    const { paper } = this;
    if (!paper) return html`${studyNav()}${lookupView("Paper", this.#loading.problem, "/study/papers")}`;
    const { report, run } = paper;
    const running = run && !over(run.status);
    return html`
      <header class="head"><div><p class="muted">${paper.authors} · ${paper.year} · ${paper.kind}</p><h1>${paper.title}</h1><p>${paper.about}</p></div>
        <p class="row">${paper.seated.map((/** @type {string} */ name) => html`<span class="tag accent">plays here as ${name}</span>`)}</p></header>
      ${studyNav()}
      ${problemView(this.#changing.problem || this.problem || (run?.status === "failed" ? sentence(run.error) : ""))}
      <section class="card stack"><div class="row between"><h2>Run again</h2>${run ? statusTag(run.status) : null}</div>
        ${running ? html`${progressView(run.progress, "The paper's run")}<p class="row between"><span class="muted">${Math.round(100 * run.progress)} %; you may leave the page.</span><button class="button danger" ?disabled=${this.#changing.busy} @click=${() => this.#run("DELETE")}>Stop</button></p>`
          : paper.runnable ? html`<p class="row"><button class="button primary" ?disabled=${this.#changing.busy} @click=${() => this.#run("POST", "quick")}>Run it quickly</button><button class="button" ?disabled=${this.#changing.busy} @click=${() => this.#run("POST", "paper")}>At the paper's size</button><span class="muted small">Minutes, or hours; the command line has the same: <code>fivebet reproduce ${paper.name}</code></span></p>`
          : html`<p class="muted">This version cannot run it again yet.</p>`}
      </section>
      ${report ? reportView(paper.name, report) : paper.runnable ? html`<section class="card empty"><h2>No figures yet</h2><p>Run the paper to see its claims beside ours.</p></section>` : null}
    `;
  }
}

/** @param {string} name @param {any} report */
function reportView(name, report) {
  return html`<section class="below"><div class="row between"><h2>Claims</h2>${verdicts(report.claims)}</div>
    <div class="scroll" tabindex="0" role="region" aria-label="Figures"><table class="data"><thead><tr><th>Claim</th><th>Printed</th><th>Ours</th><th>95 % interval</th><th>Verdict</th></tr></thead><tbody>
      ${report.claims.map((/** @type {any} */ claim) => html`<tr><td>${claim.name}</td><td>${cell(claim.printed)}</td><td><b>${cell(claim.ours)}</b></td><td>${claim.ci95 ? `${cell(claim.ci95[0])} to ${cell(claim.ci95[1])}` : ""}</td><td>${claim.verdict ? html`<span class=${`tag ${KINDS[claim.verdict]}`}>${claim.verdict}</span>` : ""}</td></tr>`)}</tbody></table></div>
    <p class="muted small after">Seed ${report.seed}, ${report.scale} scale, ${Math.round(report.seconds)} s.${report.shipped ? " Came with this version; run it again to see your own." : ""}</p>
    ${report.figures.map((/** @type {any} */ figure) => html`<figure class="card paper-figure"><img src=${`/api/v1/papers/${name}/figures/${figure.name}`} alt=${figure.title} loading="lazy"><figcaption class="muted">${figure.title}</figcaption></figure>`)}
    ${report.tables.map((/** @type {any} */ table) => html`<h2 class="below">${table.title}</h2><div class="scroll" tabindex="0" role="region" aria-label="Figures"><table class="data"><thead><tr>${table.columns.map((/** @type {string} */ column) => html`<th>${column}</th>`)}</tr></thead><tbody>${table.rows.map((/** @type {any[]} */ row) => html`<tr>${row.map((value) => html`<td>${cell(value)}</td>`)}</tr>`)}</tbody></table></div>`)}
  </section>`;
}

/** @param {unknown} value */
function cell(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value ?? "");
}
