import { html } from "../lib/html.js";
import { formatPercent } from "../lib/format.js";
import { PLAYER_NAMES } from "../lib/spots.js";
import { inlineCards, splitCards } from "./cards.js";

/**
 * @typedef {import("./range-views.js").TreeNode} TreeNode
 * @typedef {import("./range-views.js").Step} Step
 */

/**
 * Show the line that leads to a node, and the actions there.
 * @param {{ board: string, node: TreeNode, colours: string[], go: (path: string[]) => void }} options
 */
export function nodeStrip({ board, node, colours, go }) {
  return html`<ol class="strip" aria-label="The line so far">
    <li class="strip-start">
      <button type="button" class="strip-card" @click=${() => go([])}>
        <small>Start</small><span>${inlineCards(splitCards(board))}</span>
      </button>
    </li>
    ${node.steps.map((step, at) => stepView(step, node.path.slice(0, at), go))}
    ${node.player === null
      ? null
      : html`<li>
          <div class="strip-card now">
            <small>${PLAYER_NAMES[node.player]} · ${node.pot.toLocaleString("en")}${node.locked ? " · locked" : ""}</small>
            ${node.actions.map(
              ({ name, share }, at) => html`<button type="button" class="strip-action"
                style=${{ "--colour": colours[at] }} @click=${() => go([...node.path, name])}>
                <i aria-hidden="true"></i>${name}<b>${share === null ? "" : formatPercent(share)}</b>
              </button>`,
            )}
          </div>
        </li>`}
    <li class="strip-hint muted small" aria-hidden="true"><kbd>←</kbd> <kbd>→</kbd> walk the tree</li>
  </ol>`;
}

/** @param {Step} step @param {string[]} before @param {(path: string[]) => void} go */
function stepView({ player, pot, taken, actions }, before, go) {
  const card = html`<button type="button" class="strip-action taken" @click=${() => go(before)}>${inlineCards([taken])}</button>`;
  return html`<li>
    <div class="strip-card">
      <small>${PLAYER_NAMES[player]} · ${pot.toLocaleString("en")}</small>
      ${player === "deal"
        ? card
        : actions.map(
            (action) => html`<button type="button" class=${action === taken ? "strip-action taken" : "strip-action"}
              aria-pressed=${String(action === taken)} @click=${() => go([...before, action])}>${action}</button>`,
          )}
    </div>
  </li>`;
}
