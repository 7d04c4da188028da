import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { post, remove } from "../lib/api.js";
import { keepProgress } from "../lib/drills.js";
import { capitalize, formatPercent } from "../lib/format.js";
import { follow, isOver, jobToken } from "../lib/jobs.js";
import { personToken } from "../lib/person.js";
import { reviewRepetition } from "../lib/repetition.js";
import { reviewToken } from "../lib/reviews.js";
import { go } from "../lib/router.js";
import { Task } from "../lib/task.js";
import { inlineCards, splitCards } from "../elements/cards.js";
import { repetitionView } from "../elements/code-block.js";
import { headView, lookupView, problemView, progressView, scrollView, statusTag } from "../elements/fields.js";
import { studyNav } from "../elements/study-nav.js";

/**
 * @typedef {{ hand: number, step: number, street: string, position: string, kind: string, cards: string, board: string, pot: number,
 *   action: string, method: string, best: string, cost: number | null, values: Record<string, number>, shares: Record<string, number>,
 *   chosen: string, spot: object | null, big_blind: number }} Decision
 * @typedef {{ name: string, decisions: number, cost: number }} Total
 * @typedef {{ player: string, hands: number, places: string[], decisions: Decision[], judged: number, costed: number, cost: number,
 *   cost_per_100: number, worst: number[], rare: number[], totals: Record<string, Total[]>, trend: Total[],
 *   not_judged: Record<string, number> }} Result
 * @typedef {Api.With<Api.ReviewResponse, { result: Result | null }>} Review
 */

const DIMENSIONS = /** @type {[string, string][]} */ ([["street", "By street"], ["position", "By position"], ["kind", "By kind of spot"]]);
const MOST_LISTED = 200;
const MISTAKE = 0.05; // big blinds: what costs less makes no drill
const MOST_DRILLS = 50;

/** What a player's decisions cost. */
export default class ReviewPage extends Component {
  /** @type {{ number: string }} */
  params = { number: "" };
  /** @type {Review | null} */
  review = null;
  problem = "";
  #stopping = new Task(this);
  #drilling = new Task(this);

  start() {
    const take = (/** @type {Api.ReviewResponse} */ review) => {
      this.review = /** @type {Review} */ (review);
      this.update();
    };
    const complain = (/** @type {string} */ problem) => {
      this.problem = problem;
      this.update();
    };
    follow(this, "/reviews/{number}", this.params, take, complain, reviewToken(Number(this.params.number)));
  }

  #stop() {
    const token = jobToken(`review ${this.params.number}`);
    this.#stopping.run(() => remove("/reviews/{number}", { params: this.params, token }));
  }

  /** Make drills of some decisions, and open them. @param {number[]} decisions */
  #drill(decisions) {
    if (this.#drilling.busy) return;
    const options = { params: this.params, token: reviewToken(Number(this.params.number)) };
    const body = { decisions: decisions.slice(0, MOST_DRILLS), person: personToken() };
    this.#drilling.run(() => post("/reviews/{number}/drills", body, options), ({ total, drills }) => {
      keepProgress({ set: "own", seed: 0, total, at: 0, drills, grades: [] });
      go("/study/drills?set=own");
    });
  }

  view() {
    const { review } = this;
    if (!review) return lookupView("Review", this.problem, "/study/review");
    const { result } = review;
    return html`
      ${headView(`${review.player}'s decisions`, `Review ${review.number} of ${review.hands} hands.`, html`<p class="row">${statusTag(review.status)}</p>`)}
      ${studyNav()}
      ${problemView(this.problem)}${problemView(this.#stopping.problem)}${problemView(this.#drilling.problem)}${problemView(review.error)}
      ${isOver(review.status) ? null : this.#progressView(review)}
      ${result ? this.#resultView(result) : null}
    `;
  }

  /** @param {Review} review */
  #progressView({ progress, status }) {
    const isMine = Boolean(jobToken(`review ${this.params.number}`));
    return html`<section class="card stack">
      ${progressView(progress, "Reviewed")}
      <div class="row between">
        <span class="muted small">${status === "waiting" ? "It waits for its turn." : "A hand with a flop takes some seconds. You can leave this page."}</span>
        ${isMine ? html`<button class="button" ?disabled=${this.#stopping.busy} @click=${() => this.#stop()}>Stop</button>` : null}
      </div>
    </section>`;
  }

  /** @param {Result} result */
  #resultView(result) {
    const worst = result.worst.map((at) => /** @type {[Decision, number]} */ ([result.decisions[at], at]));
    const costed = result.decisions.map((each, at) => /** @type {[Decision, number]} */ ([each, at])).filter(([each]) => each.cost !== null);
    const mistakes = costed.filter(([each]) => isMistake(each)).sort(([a], [b]) => (b.cost ?? 0) - (a.cost ?? 0)).map(([, at]) => at);
    const rare = result.rare.map((at) => result.decisions[at]);
    const summary = `lost by ${result.costed} decisions, ${(result.hands ? result.cost_per_100 : 0).toFixed(1)} BB/100`;
    const compared = `Only compared with how often the strategy before the flop does the same: ${result.judged - result.costed}.`;
    const note = `${compared} Not judged: ${result.decisions.length - result.judged}.`;
    return html`
      <section class="card review-sum" aria-label="In all">
        <div class="row between">
          <p><b class="figure">${formatCost(result.cost)}</b> ${summary}</p>
          ${mistakes.length
            ? html`<button class="button primary" ?disabled=${this.#drilling.busy} @click=${() => this.#drill(mistakes)}>
                ${mistakes.length === 1 ? "Drill my mistake" : `Drill all my mistakes (${Math.min(mistakes.length, MOST_DRILLS)})`}
              </button>`
            : null}
        </div>
        <p class="muted small">${note}</p>
      </section>
      ${worst.length
        ? html`<section class="below"><h2>The worst</h2><ol class="grid worst">${worst.map(([each, at]) => this.#worstView(result, each, at))}</ol></section>`
        : html`<section class="card empty"><h2>Nothing lost so far</h2><p>No decision has cost anything.</p></section>`}
      <section class="below grid" aria-label="Totals">
        ${DIMENSIONS.map(([key, title]) => totalsView(title, result.totals[key]))}
        ${totalsView("Over time, by hands", result.trend)}
      </section>
      ${rare.length
        ? html`<section class="below">
            <h2>Before the flop: hardly ever done</h2>${scrollView("Hardly ever done", this.#rareView(result, rare))}
          </section>`
        : null}
      ${costed.length
        ? html`<section class="below">
            <h2>All decisions with a value</h2>${scrollView("All decisions with a value", this.#listView(result, costed))}
          </section>`
        : null}
      ${result.places.length ? repetitionView(reviewRepetition(Number(result.places[0].split(".")[0]), result.player)) : null}
      ${Object.entries(result.not_judged).map(([reason, times]) => html`<p class="muted small">Not judged: ${times} × ${reason}.</p>`)}
    `;
  }

  /** @param {Result} result @param {Decision} decision @param {number} at */
  #worstView(result, decision, at) {
    const values = Object.entries(decision.values).sort(([, a], [, b]) => b - a);
    return html`<li class="card stack">
      <p class="row between">
        <span>${capitalize(decision.street)}, ${decision.position}, ${decision.kind}</span><b class="minus">−${formatCost(decision.cost ?? 0)}</b>
      </p>
      <p>
        ${inlineCards(splitCards(decision.cards))} ${decision.board ? html`on ${inlineCards(splitCards(decision.board))}` : null}
        <span class="muted">pot ${decision.pot.toFixed(1)} BB</span>
      </p>
      <p>Chosen: <b>${actionName(decision, decision.chosen)}</b>. Best: <b>${actionName(decision, decision.best)}</b>.</p>
      <ul class="small">
        ${values.map(
          ([name, value]) => html`<li class="row between">
            <span>${actionName(decision, name)}</span><span>${formatCost(value)}, ${formatPercent(decision.shares[name] ?? 0)}</span>
          </li>`,
        )}
      </ul>
      <p class="muted small">${capitalize(decision.method)}.</p>
      <p class="row links">${this.#linksView(result, decision, at, "button")}</p>
    </li>`;
  }

  /** @param {Result} result @param {Decision} decision @param {number} at @param {string} kind the class of links and buttons */
  #linksView(result, decision, at, kind) {
    const place = result.places[decision.hand];
    const isShort = kind === "link";
    const solver = `/study/solver?review=${this.params.number}&decision=${at}`;
    return html`
      ${place ? html`<a class=${kind} href=${`/hands/${place.replace(".", "/")}?step=${decision.step}`}>Replay</a>` : null}
      ${decision.spot ? html`<a class=${kind} href=${solver}>${isShort ? "Study" : "Study this spot"}</a>` : null}
      ${isMistake(decision)
        ? html`<button type="button" class=${kind} ?disabled=${this.#drilling.busy} @click=${() => this.#drill([at])}>
            ${isShort ? "Drill" : "Drill this mistake"}
          </button>`
        : null}
    `;
  }

  /** @param {Result} result @param {[Decision, number][]} decisions */
  #listView(result, decisions) {
    return html`<table class="data">
      <thead>
        <tr>
          <th class="number">Hand</th><th>Spot</th><th>Cards</th><th>Board</th><th class="number">Pot, BB</th><th>Chosen</th><th>Best</th>
          <th class="number">Cost, BB</th><th>Links</th>
        </tr>
      </thead>
      <tbody>
        ${decisions.slice(0, MOST_LISTED).map(
          ([each, at]) => html`<tr>
            <td class="number">${each.hand + 1}</td>
            <td class="spot-name">${each.street}, ${each.position}, ${each.kind}</td>
            <td class="nowrap">${inlineCards(splitCards(each.cards))}</td>
            <td class="nowrap">${inlineCards(splitCards(each.board))}</td>
            <td class="number">${each.pot.toFixed(1)}</td>
            <td>${actionName(each, each.chosen)}</td>
            <td>${actionName(each, each.best)}</td>
            <td class="number">${(each.cost ?? 0).toFixed(2)}</td>
            <td><span class="links">${this.#linksView(result, each, at, "link")}</span></td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** @param {Result} result @param {Decision[]} decisions */
  #rareView(result, decisions) {
    return html`<table class="data">
      <thead><tr><th class="number">Hand</th><th>Spot</th><th>Cards</th><th>Chosen</th><th>Usual</th><th>Links</th></tr></thead>
      <tbody>
        ${decisions.slice(0, MOST_LISTED).map(
          (each) => html`<tr>
            <td class="number">${each.hand + 1}</td>
            <td>${each.position}, ${each.kind}</td>
            <td>${inlineCards(splitCards(each.cards))}</td>
            <td>${actionName(each, each.chosen)}, ${formatPercent(each.shares[each.chosen] ?? 0)}</td>
            <td>${actionName(each, each.best)}, ${formatPercent(each.shares[each.best])}</td>
            <td><span class="links">${this.#linksView(result, each, -1, "link")}</span></td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/**
 * Return an action for people: before the flop strategies count a big blind as 100, whatever the stakes, later in the hand's chips.
 * @param {Decision} decision @param {string} name
 */
function actionName({ street, big_blind }, name) {
  const [word, to] = name.split(" ");
  const unit = street === "preflop" ? 100 : big_blind;
  if (!to || !unit) return name;
  const between = { raise: "to ", "all-in": "for " }[word] ?? "";
  return `${word} ${between}${Number((Number(to) / unit).toFixed(2))} BB`;
}

/** Tell whether a decision has cost enough to be drilled. @param {Decision} decision */
function isMistake({ cost }) {
  return (cost ?? 0) >= MISTAKE;
}

/** Format big blinds to a hundredth, without a minus before nothing. @param {number} blinds */
function formatCost(blinds) {
  return `${(Math.round(100 * blinds) / 100 + 0).toFixed(2).replace("-", "−")} BB`;
}

/** @param {string} title @param {Total[]} totals */
function totalsView(title, totals) {
  const most = Math.max(0.01, ...totals.map(({ cost }) => cost));
  return html`<section class="card">
    <h2>${title}</h2>
    <ul class="totals">
      ${totals.map(
        ({ name, decisions, cost }) => html`<li>
          <span>${capitalize(name)} <small class="muted">${decisions}</small></span><span>${formatCost(cost)}</span>
          <i style=${{ "--part": String(cost / most) }}></i>
        </li>`,
      )}
    </ul>
  </section>`;
}
