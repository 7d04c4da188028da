import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { get } from "../lib/api.js";
import { formatPercent, formatSigned, signClass } from "../lib/format.js";
import { goals, progressOf } from "../lib/goals.js";
import { agentRepetition } from "../lib/repetition.js";
import { Task } from "../lib/task.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, lookupView, problemView, progressView, scrollView } from "../elements/fields.js";
import { portraitView } from "../elements/portrait.js";

/** @typedef {import("../lib/agents.js").Agent} Agent */
/** @typedef {Api.Get["/characters"]["answer"][number]} Character */
/** @typedef {Character["records"][number]} LeagueRecord */

/** One agent as a character. */
export default class AgentPage extends Component {
  /** @type {{ name: string }} */
  params = { name: "" };
  /** @type {Agent | null} */
  agent = null;
  /** @type {Character | null} */
  character = null;
  #loading = new Task(this);

  start() {
    this.#loading.run(() => Promise.all([get("/agents"), get("/characters")]), ([agents, characters]) => {
      this.agent = agents.find((each) => each.name === this.params.name) ?? null;
      this.character = characters.find((each) => each.name === this.params.name) ?? null;
    });
  }

  view() {
    const { agent, character } = this;
    if (!agent) {
      const missing = this.#loading.done ? `There is no agent ${this.params.name}.` : this.#loading.problem;
      return html`${lookupView("Agent", missing, "/agents")}`;
    }
    const records = character?.records ?? [];
    const [play, watch] = [`/play?opponent=${encodeURIComponent(agent.name)}`, "/watch"];
    const actions = html`<p class="row"><a class="button primary" href=${play}>Play against it</a><a class="button" href=${watch}>Let it play others</a></p>`;
    return html`
      ${headView(agent.name, agent.about, actions)}
      ${problemView(agent.problem)}
      <div class="split">
        <div class="stack">
          ${thoughtsView(agent, character)}
          ${weaknessView(records, character?.weakness ?? "")}
          ${records.length ? recordsView(records) : null}
        </div>
        <div class="stack character">${portraitCard(agent, character)}${goalsView(agent.name)}</div>
      </div>
      ${repetitionView(agentRepetition(agent.name))}
    `;
  }
}

/** @param {Agent} agent @param {Character | null} character */
function portraitCard(agent, character) {
  const style = bestStyle(agent, character);
  return html`<section class="card stack portrait-card">
    ${portraitView(agent.name, style, agent.remembers)}
    ${style
      ? html`<dl class="facts">
          <dt>Plays</dt><dd>${formatPercent(style.vpip)} of its hands</dd>
          <dt>Raises before the flop</dt><dd>${formatPercent(style.pfr)}</dd>
          <dt>Bets for each call</dt><dd>${style.aggression === null ? "never calls" : style.aggression.toFixed(1)}</dd>
        </dl>
        <p class="muted small">In the ${style.league} league. Wide eyes play many hands, steep brows bet rather than call, a smile raises.</p>`
      : html`<p class="muted small">Nobody has surveyed its style yet: the face is anybody's.</p>`}
  </section>`;
}

/**
 * Return the style in the league of the first game that an agent was made for, or in its first one.
 * @param {Agent} agent @param {Character | null | undefined} character
 */
export function bestStyle(agent, character) {
  const records = character?.records ?? [];
  const isLimit = agent.made_for.length > 0 && agent.made_for.every((game) => game.startsWith("limit"));
  const wanted = isLimit ? "heads-up limit" : "heads-up no-limit";
  return records.find((record) => record.league === wanted) ?? records[0] ?? null;
}

/** @param {Agent} agent @param {Character | null} character */
function thoughtsView(agent, character) {
  return html`<section class="card">
    <h2>How it thinks</h2>
    <p>${character?.thoughts ?? "Its author has not said."}</p>
    ${agent.paper ? html`<p class="muted small after">${agent.paper}. <a href="/study/papers">What the paper claims, and what we found</a></p>` : null}
    <p class="row after">
      ${agent.policy ? html`<span class="tag accent">open policy</span>` : null}
      ${agent.remembers ? html`<span class="tag accent">remembers you</span>` : null}
      ${agent.games.map((game) => html`<span class="tag">${game === "*" ? "all games" : game}</span>`)}
    </p>
  </section>`;
}

/** @param {LeagueRecord[]} records @param {string} known */
function weaknessView(records, known) {
  const duels = records.filter((record) => record.league.startsWith("heads-up"));
  return html`<section class="card">
    <h2>Where it is weak</h2>
    ${known ? html`<p>${known}</p>` : null}
    ${records.length
      ? html`<ul class="stack after">${duels.map((record) => html`<li>${weakness(record)}</li>`)}</ul>`
      : html`<p class="muted small after">It has played in no league of ours yet.</p>`}
  </section>`;
}

/** Say to whom an agent loses in a league. @param {LeagueRecord} record */
export function weakness({ league, loses_to: losses, beats }) {
  const list = (/** @type {LeagueRecord["beats"]} */ met) =>
    met.map(({ name, mbb_per_hand: won }) => `${name} (${formatSigned(Math.round(won))} mbb/hand)`).join(", ");
  const weak = losses.length ? `it loses most to ${list(losses)}` : "it surely loses to nobody";
  const strong = beats.length ? `, and wins most from ${list(beats)}` : "";
  return `In ${league} ${weak}${strong}.`;
}

/** @param {LeagueRecord[]} records */
function recordsView(records) {
  return html`<section class="records">
    <h2>In the league of all agents</h2>
    ${scrollView("Leagues", html`<table class="data">
      <thead><tr><th>League</th><th class="number">Rank</th><th class="number">mbb/hand</th><th class="number">Hands of the league</th></tr></thead>
      <tbody>${records.map(
        (record) => html`<tr>
          <td>${record.league}</td>
          <td class="number">${record.rank} of ${record.entrants}</td>
          <td class="number"><span class=${signClass(record.mbb_per_hand)}>${formatSigned(record.mbb_per_hand)}</span>
            ${record.ci95 ? html` <small class="muted">± ${Math.round(record.ci95[1] - record.mbb_per_hand).toLocaleString("en")}</small>` : null}</td>
          <td class="number">${record.hands.toLocaleString("en")}</td>
        </tr>`,
      )}</tbody>
    </table>`)}
    <p class="muted small after">Luck taken out, 95 % intervals; adapted where it was made for another game.</p>
  </section>`;
}

/** @param {string} name */
function goalsView(name) {
  const progress = progressOf(name);
  const list = goals(progress);
  return html`<section class="card">
    <h2>Goals <span class="muted small">${list.filter((goal) => goal.isDone).length} of ${list.length}</span></h2>
    <ul class="stack">
      ${list.map(
        (goal) => html`<li>
          <span class="row between"><b>${goal.name}</b>${goal.isDone ? html`<span class="tag accent">done</span>` : null}</span>
          <p class="small muted">${goal.text}</p>
          ${progressView(goal.part, goal.name)}
        </li>`,
      )}
    </ul>
    <p class="muted small after">${progress.hands.toLocaleString("en")} hands together, kept in this browser.</p>
  </section>`;
}
