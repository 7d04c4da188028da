import { html } from "../lib/html.js";
import { isOver } from "../lib/jobs.js";
import "./charts.js";

/** Show how far a solve is. @param {import("../lib/spots.js").Solve} solve */
export function convergenceView({ status, exploitability_pct: exploitability, iterations, seconds, memory_mb: memory, device, ev, points, target }) {
  const [time, unit] = !seconds ? ["–", ""] : seconds < 1 ? [Math.round(1000 * seconds), " ms"] : [seconds.toFixed(1), " s"];
  const megabytes = memory === null ? "–" : memory < 1 ? "< 1" : Math.round(memory).toLocaleString("en");
  const data = {
    label: `Exploitability fell to ${exploitability?.toPrecision(3)} percent of the pot after ${iterations} iterations`,
    x: points.map((point) => point.iterations),
    lines: [{ name: "exploitability", values: points.map((point) => point.exploitability_pct) }],
    xName: "iterations",
    yName: "% of the pot",
    logarithmic: true,
    percent: true,
    target: target || null,
  };
  return html`<section class=${isOver(status) ? "card convergence done" : "card convergence"} aria-label="Convergence">
    <dl class="figures-row">
      ${figureView("Exploitability", exploitability === null ? "–" : `${exploitability.toPrecision(3)} %`, " of the pot")}
      ${figureView("Iterations", iterations.toLocaleString("en"))}
      ${figureView("Time", time, unit)}
      ${figureView("Memory", megabytes, memory === null ? "" : " MB")}
      ${figureView("Solved on", device === "cpu" ? "Processor" : device)}
      ${figureView("OOP wins", ev ? ev[0].toFixed(1) : "–")}
      ${figureView("IP wins", ev ? ev[1].toFixed(1) : "–")}
    </dl>
    ${points.length > 1
      ? html`<details ?open=${!isOver(status)}><summary>Convergence</summary><fb-chart .data=${data}></fb-chart></details>`
      : null}
  </section>`;
}

/** @param {string} name @param {string | number} value @param {string} [unit] */
function figureView(name, value, unit = "") {
  return html`<div><dt>${name}</dt><dd>${value}${unit ? html`<small>${unit}</small>` : null}</dd></div>`;
}
