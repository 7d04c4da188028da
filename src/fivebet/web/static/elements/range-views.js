import { html } from "../lib/html.js";
import { formatPercent } from "../lib/format.js";
import { CLASSES } from "../lib/range.js";
import { PLAYER_NAMES, PLAYERS } from "../lib/spots.js";
import { heatColour, shareGradient } from "./actions.js";
import { inlineCards, splitCards } from "./cards.js";
import { scrollView } from "./fields.js";
import { classGrid, filled } from "./grid.js";
import "./charts.js";

/**
 * @typedef {{ name: string, share: number | null, combos: number }} Action
 * @typedef {{ player: string, pot: number, taken: string, actions: string[] }} Step
 * @typedef {{ combos: number, weight: number, shares: number[], ev: number, equity: number }} ClassFigures
 * @typedef {{ hand: string, class: string, weight: number, shares?: (number | null)[], values?: (number | null)[],
 *   ev: number | null, equity: number | null, made: string, draw: string }} HandFigures
 * @typedef {{ player: string, classes: ClassFigures[], hands: HandFigures[] }} Waiting
 * @typedef {Api.With<Api.Get["/solutions/{id}/node"]["answer"], { actions: Action[], steps: Step[], classes: ClassFigures[],
 *   hands: HandFigures[], other: Waiting | null }>} TreeNode
 * @typedef {"strategy" | "ev" | "equity"} Shows
 * @typedef {{ player: string, toAct: boolean, classes: ClassFigures[], hands: HandFigures[], report: Api.RangeReport }} PlayerRange
 * @typedef {{ shows: Shows, action: number, chosen: number, colours: string[], pick: (at: number) => void,
 *   isLit: ((hand: HandFigures) => boolean) | null }} GridOptions
 */

const BUCKETS = [0.8, 0.6, 0.4, 0.2, 0];

/** Return both players' ranges at a decision, out of position first. @param {TreeNode} node @returns {PlayerRange[]} */
export function rangesOf({ player, classes, hands, other, ranges }) {
  return PLAYERS.map((name, at) => {
    const toAct = name === player;
    const own = toAct || !other ? { classes, hands } : other;
    return { player: name, toAct, classes: own.classes, hands: own.hands, report: ranges[at] };
  });
}

/** Show a player's range as a grid, with its figures. @param {TreeNode} node @param {PlayerRange} range @param {GridOptions} options */
export function rangeCard(node, range, options) {
  const { player, toAct, hands, report } = range;
  const lit = options.isLit ? new Set(hands.filter(options.isLit).map((hand) => hand.class)) : null;
  return html`<section class=${toAct ? "card range-card to-act" : "card range-card"}>
    <div class="row between">
      <h2>${PLAYER_NAMES[player]}</h2>
      ${toAct ? html`<span class="tag accent">to act</span>` : null}
    </div>
    <dl class="range-figures">
      <div><dt>Value</dt><dd>${formatValue(report.ev)}</dd></div>
      <div><dt>Equity</dt><dd>${report.equity === null ? "–" : formatPercent(report.equity, 1)}</dd></div>
      <div><dt>Combos</dt><dd>${report.combos.toFixed(1)}</dd></div>
    </dl>
    ${classGrid({
      label: `${PLAYER_NAMES[player]}: ${options.shows} by hand`,
      chosen: options.chosen,
      pick: options.pick,
      square: (at) => square(node, range, at, options, lit),
    })}
  </section>`;
}

/**
 * @param {TreeNode} node
 * @param {PlayerRange} range
 * @param {number} at
 * @param {GridOptions} options
 * @param {Set<string> | null} lit
 * @returns {import("./grid.js").Square}
 */
function square(node, { toAct, classes }, at, { shows, action, colours }, lit) {
  const { combos, weight, shares, ev, equity } = classes[at];
  const most = Math.max(...classes.map((each) => each.weight)); // a range of which little is left shows its shape all the same
  const name = CLASSES[at];
  const dim = lit && !lit.has(name) ? " dim" : "";
  if (!combos) return { style: { "--mix": "none", "--share": "0" }, label: `${name}, not held`, kind: `empty${dim}` };
  if (shows === "ev") {
    return { style: { "--heat": heatColour(ev / node.pot) }, label: `${name}, ${ev.toFixed(1)}`, kind: `heat${dim}`, small: ev.toFixed(0) };
  }
  if (shows === "equity") {
    const label = `${name}, ${formatPercent(equity, 1)}`;
    return { style: { "--heat": heatColour(equity) }, label, kind: `heat${dim}`, small: String(Math.round(100 * equity)) };
  }
  const held = Math.min(1, weight / most);
  if (!toAct) {
    const small = weight > 0.995 ? "" : String(Math.round(100 * weight));
    return { style: filled(held), label: `${name}, ${formatPercent(weight)} of it held`, kind: `share-square${dim}`, small };
  }
  const mix = shares.flatMap((share, each) => (share > 0.005 ? [`${node.actions[each].name} ${formatPercent(share)}`] : []));
  const picked = action < 0 ? shares : shares.map((share, each) => (each === action ? share : 0));
  const style = { "--mix": shareGradient(picked, colours), "--share": held.toFixed(3) };
  const greatest = Math.max(...shares);
  const small = action >= 0 ? String(Math.round(100 * shares[action])) : greatest > 0.995 ? "" : String(Math.round(100 * greatest));
  return { style, label: `${name}: ${mix.join(", ")}`, kind: `mix${dim}`, small };
}

/**
 * Show each hand with numbers for every action.
 * @param {HandFigures[]} hands
 * @param {string[]} names of the actions, none for who waits
 * @param {string[]} colours
 */
export function handsTable(hands, names, colours) {
  const table = html`<table class="data dense hands-table">
    <thead>
      <tr>
        <th>Hand</th>
        ${names.map((name, at) => html`<th class="number"><i class="dot" style=${{ "--colour": colours[at] }}></i>${name}</th>`)}
        <th class="number">Value</th><th class="number">Equity</th><th class="number">Weight</th><th>Made of</th>
      </tr>
    </thead>
    <tbody>
      ${hands.map(({ hand, shares, values, ev, equity, weight, made, draw }) => {
        const best = Math.max(...(values ?? []).map((value) => value ?? -Infinity));
        return html`<tr>
          <th scope="row">${inlineCards(splitCards(hand))}</th>
          ${names.map((_, at) => actionCell(shares?.[at] ?? null, values?.[at] ?? null, best, colours[at]))}
          <td class="number">${formatValue(ev)}</td>
          <td class="number">${equity === null ? "–" : formatPercent(equity, 1)}</td>
          <td class="number">${formatPercent(weight)}</td>
          <td class="made">${draw && draw !== "no draw" ? `${made}, ${draw}` : made}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
  return scrollView("Each hand's numbers", table, "flat tall");
}

/** @param {number | null} share @param {number | null} value @param {number} best @param {string} colour */
function actionCell(share, value, best, colour) {
  const style = { "--share": (share ?? 0).toFixed(3), "--colour": colour };
  const isBest = value !== null && value > best - 0.05;
  return html`<td class="number action-cell" style=${style}>
    <b>${share === null ? "–" : formatPercent(share)}</b><small class=${isBest ? "best" : ""}>${formatValue(value)}</small>
  </td>`;
}

/**
 * Show what kinds of hands a range is made of.
 * @param {PlayerRange} range
 * @param {Action[]} actions
 * @param {string[]} colours
 * @param {string} chosen
 * @param {(kind: string) => void} pick
 */
export function kindsView({ player, toAct, report }, actions, colours, chosen, pick) {
  const rows = (/** @type {Api.KindShare[]} */ kinds) =>
    kinds.map(
      ({ name, share, combos, ev, equity, actions: shares }) => html`<tr>
        <th scope="row">
          <button type="button" class="link" aria-pressed=${String(chosen === name)} @click=${() => pick(name)}>${name}</button>
          ${toAct
            ? html`<span class="mix-bar" aria-hidden="true" style=${{ "--mix": shareGradient(shares, colours) }}></span>
                <small class="muted">${shares.flatMap((each, at) => (each > 0.005 ? [`${actions[at].name} ${formatPercent(each)}`] : [])).join(" · ")}</small>`
            : null}
        </th>
        <td class="number share-cell" style=${{ "--share": share.toFixed(4) }}><b>${formatPercent(share, 1)}</b><small>${combos.toFixed(1)}</small></td>
        <td class="number">${formatValue(ev)}</td>
        <td class="number">${equity === null ? "–" : formatPercent(equity)}</td>
      </tr>`,
    );
  const head = (/** @type {string} */ title) => html`<thead>
    <tr><th>${title}</th><th class="number">Share</th><th class="number">Value</th><th class="number">Equity</th></tr>
  </thead>`;
  return html`<section class="kinds">
    <h3>${PLAYER_NAMES[player]}</h3>
    <table class="data dense">${head("Made hand")}<tbody>${rows(report.made)}</tbody></table>
    ${report.draws.length ? html`<table class="data dense">${head("Draw")}<tbody>${rows(report.draws)}</tbody></table>` : null}
  </section>`;
}

/** Show how equity is distributed over both ranges. @param {PlayerRange[]} ranges */
export function equityView(ranges) {
  const points = ranges[0].report.distribution.length;
  const data = {
    label: ranges.map(({ player, report }) => `${PLAYER_NAMES[player]}: ${formatPercent(report.equity ?? 0, 1)} equity`).join("; "),
    x: ranges[0].report.distribution.map((_, at) => (100 * at) / (points - 1)),
    lines: ranges.map(({ player, report }) => ({ name: PLAYER_NAMES[player], values: report.distribution.map((each) => 100 * each) })),
    xName: "% of the range, best hands first",
    yName: "equity",
    percent: true,
  };
  return html`<div class="equity-split">
    <fb-chart .data=${data}></fb-chart>
    ${scrollView("Ranges by equity", bucketsTable(ranges), "flat")}
  </div>`;
}

/** @param {PlayerRange[]} ranges */
function bucketsTable(ranges) {
  const shares = ranges.map(({ hands }) => {
    const known = hands.filter(({ equity }) => equity !== null);
    const total = known.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return BUCKETS.map((low, at) => {
      const high = at ? BUCKETS[at - 1] : Infinity;
      return known.reduce((sum, { equity, weight }) => sum + ((equity ?? 0) >= low && (equity ?? 0) < high ? weight : 0), 0) / total;
    });
  });
  return html`<table class="data dense">
    <thead><tr><th>Equity</th>${ranges.map(({ player }) => html`<th class="number">${player.toUpperCase()}</th>`)}</tr></thead>
    <tbody>
      ${BUCKETS.map(
        (low, at) => html`<tr>
          <th scope="row">${Math.round(100 * low)} to ${Math.round(100 * (at ? BUCKETS[at - 1] : 1))} %</th>
          ${shares.map((each) => html`<td class="number share-cell" style=${{ "--share": each[at].toFixed(4) }}><b>${formatPercent(each[at], 1)}</b></td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {number | null} value */
export function formatValue(value) {
  return value === null ? "–" : (Math.abs(value) < 0.05 ? 0 : value).toFixed(1).replace("-", "−");
}
