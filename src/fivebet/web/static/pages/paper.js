import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { address, get, post, remove } from "../lib/api.js";
import { formatError } from "../lib/format.js";
import { follow, isOver, jobToken, keepJob } from "../lib/jobs.js";
import { Task } from "../lib/task.js";
import { lookupView, problemView, progressView, scrollView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";
import { verdictsView } from "./papers.js";

/** @typedef {import("./papers.js").Paper} Paper */
/** @typedef {import("./papers.js").Report} Report */

const KINDS = /** @type {Record<string, string>} */ ({ confirmed: "accent", refuted: "bad", undecided: "warn" });

/** One paper: its printed figures beside ours. */
export default class PaperPage extends Component {
  /** @type {{ paper: string }} */
  params = { paper: "" };
  /** @type {Paper | null} */
  paper = null;
  problem = "";
  #loading = new Task(this);
  #changing = new Task(this);

  start() {
    this.#loading.run(() => get("/papers/{name}", { params: this.#params() }), (paper) => this.#follow(paper));
  }

  #params() {
    return { name: this.params.paper };
  }

  /** Show a paper, and follow its run until that is over. @param {Api.Get["/papers/{name}"]["answer"]} paper */
  #follow(paper) {
    this.paper = /** @type {Paper} */ (paper);
    if (!paper.run || isOver(paper.run.status)) return;
    const take = (/** @type {Api.Get["/papers/{name}"]["answer"]} */ news) => {
      this.paper = /** @type {Paper} */ (news);
      this.update();
    };
    const complain = (/** @type {string} */ problem) => {
      this.problem = problem;
      this.update();
    };
    follow(this, "/papers/{name}", this.#params(), take, complain);
  }

  /** @param {"quick" | "paper"} scale */
  #run(scale) {
    this.problem = "";
    this.#changing.run(() => post("/papers/{name}/runs", { scale }, { params: this.#params() }), (paper) => {
      keepJob(`paper ${paper.name}`, paper.token);
      this.#follow(paper);
    });
  }

  #stop() {
    this.problem = "";
    const options = { params: this.#params(), token: jobToken(`paper ${this.params.paper}`) };
    this.#changing.run(() => remove("/papers/{name}/runs", options), (paper) => this.#follow(paper));
  }

  view() {
    const { paper } = this;
    if (!paper) return html`${studyNav()}${lookupView("Paper", this.#loading.problem, "/study/papers")}`;
    const { report, run } = paper;
    return html`
      <header class="head">
        <div>
          <p class="muted">${paper.authors} · ${paper.year} · ${paper.kind}</p>
          <h1>${paper.title}</h1>
          <p>${paper.about}</p>
        </div>
        <p class="row">${paper.seated.map((name) => html`<span class="tag accent">plays here as ${name}</span>`)}</p>
      </header>
      ${studyNav()}
      ${problemView(this.#changing.problem || this.problem || (run?.status === "failed" ? formatError(run.error) : ""))}
      <section class="card stack">
        <div class="row between"><h2>Reproduce</h2>${run ? statusTag(run.status) : null}</div>
        ${this.#runView(paper)}
      </section>
      ${report ? reportView(paper.name, report) : null}
      ${!report && paper.runnable
        ? html`<section class="card empty"><h2>No figures yet</h2><p>Run the experiments to see the printed figures beside ours.</p></section>`
        : null}
    `;
  }

  /** @param {Paper} paper */
  #runView({ name, run, runnable }) {
    const { busy } = this.#changing;
    if (run && !isOver(run.status)) {
      return html`${progressView(run.progress, "Progress of the run")}
        <p class="row between">
          <span class="muted">${Math.round(100 * run.progress)} %. The run goes on if you leave this page.</span>
          ${jobToken(`paper ${name}`) ? html`<button class="button danger" ?disabled=${busy} @click=${() => this.#stop()}>Stop</button>` : null}
        </p>`;
    }
    if (!runnable) return html`<p class="muted">This version cannot reproduce it yet.</p>`;
    return html`<p class="row">
      <button class="button primary" ?disabled=${busy} @click=${() => this.#run("quick")}>Quick run</button>
      <button class="button" ?disabled=${busy} @click=${() => this.#run("paper")}>Full size</button>
      <span class="muted small">Minutes, or hours. The same on the command line: <code>fivebet reproduce ${name}</code></span>
    </p>`;
  }
}

/** @param {string} name @param {Report} report */
function reportView(name, report) {
  const shipped = report.shipped ? " Shipped with the program, perhaps from an earlier version: run it to see what this one says." : "";
  return html`<section class="below">
    <div class="row between"><h2>Claims</h2>${verdictsView(report.claims)}</div>
    ${scrollView("Claims", claimsView(report.claims))}
    <p class="muted small after">Seed ${report.seed}, ${report.scale} scale, ${Math.round(report.seconds)} s.${shipped}</p>
    ${report.figures.map(
      (figure) => html`<figure class="card paper-figure">
        <img src=${address("/papers/{name}/figures/{figure}", { name, figure: figure.name })} alt=${figure.title} loading="lazy">
        <figcaption class="muted">${figure.title}</figcaption>
      </figure>`,
    )}
    ${report.tables.map((table) => html`<h2 class="below">${table.title}</h2>${scrollView(table.title, figuresTable(table))}`)}
  </section>`;
}

/** @param {Report["claims"]} claims */
function claimsView(claims) {
  return html`<table class="data">
    <thead><tr><th>Claim</th><th>Printed</th><th>Ours</th><th>95 % interval</th><th>Verdict</th></tr></thead>
    <tbody>
      ${claims.map(
        ({ name, printed, ours, ci95, verdict }) => html`<tr>
          <td>${name}</td>
          <td>${formatCell(printed)}</td>
          <td><b>${formatCell(ours)}</b></td>
          <td>${ci95 ? `${formatCell(ci95[0])} to ${formatCell(ci95[1])}` : ""}</td>
          <td>${verdict ? html`<span class=${`tag ${KINDS[verdict]}`}>${verdict}</span>` : ""}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Report["tables"][number]} table */
function figuresTable({ columns, rows }) {
  return html`<table class="data">
    <thead><tr>${columns.map((column) => html`<th>${column}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((value) => html`<td>${formatCell(value)}</td>`)}</tr>`)}</tbody>
  </table>`;
}

/** @param {unknown} value */
function formatCell(value) {
  return typeof value === "number" ? String(Number(value.toPrecision(4))) : String(value ?? "");
}
