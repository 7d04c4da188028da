import { html } from "../lib/html.js";
import { Component } from "../lib/component.js";
import { formatPercent } from "../lib/format.js";
import { CLASSES } from "../lib/range.js";
import { lineOf, lockOf, PLAYER_NAMES, PLAYERS, requestOf, sizesOf, STREETS } from "../lib/spots.js";
import { numberField, textField } from "./fields.js";
import "./solve-preview.js";

/**
 * @typedef {import("../lib/spots.js").Solve} Solve
 * @typedef {import("../lib/spots.js").Lock} Lock
 * @typedef {import("./range-views.js").TreeNode} TreeNode
 * @typedef {{ locks: Lock[], removed: string[], sizes: Record<string, string> }} Changes
 */

/** Return what can be changed of a tree, as it is. @param {Solve} solve @returns {Changes} */
export function changesOf({ spot, locks }) {
  return { locks, removed: spot.removed ?? [], sizes: sizesOf(spot) };
}

/** Tell whether a tree has been changed. @param {Solve} solve @param {Changes} changes */
export function isChanged(solve, { locks, removed, sizes }) {
  const now = changesOf(solve);
  return JSON.stringify([now.locks, now.removed, now.sizes]) !== JSON.stringify([locks, removed, sizes]);
}

/**
 * Changes of a tree: decisions that are locked, actions that are removed, and sizes by street and player. It dispatches
 * `edit` with { changes }, which are kept by the page, and `solve` with { request }.
 */
class TreeEditor extends Component {
  /** @type {Solve | null} */
  #solve = null;
  /** @type {TreeNode | null} */
  #node = null;
  /** The class whose lock is edited; -1 for all hands. */
  #chosen = -1;
  /** Whether the changes are being sent. */
  #busy = false;
  /** @type {Changes} */
  #changes = { locks: [], removed: [], sizes: {} };
  /** How often each action is taken at this decision, in percent, before it is locked. @type {number[]} */
  draft = [];
  #draftOf = "";

  /** @param {Solve} solve */
  set solve(solve) {
    this.#solve = solve;
    this.update();
  }

  /** @param {Changes} changes */
  set changes(changes) {
    this.#changes = changes;
    this.update();
  }

  /** @param {Partial<Changes>} changes */
  #change(changes) {
    this.dispatchEvent(new CustomEvent("edit", { detail: { changes: { ...this.#changes, ...changes } } }));
  }

  /** @param {TreeNode} node */
  set node(node) {
    if (node === this.#node) return;
    this.#node = node;
    this.#redraft();
  }

  /** @param {number} chosen */
  set chosen(chosen) {
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    this.#redraft();
  }

  /** @param {boolean} busy */
  set busy(busy) {
    if (busy === this.#busy) return;
    this.#busy = busy;
    this.update();
  }

  /** Begin with what is played at the decision now, by the class that is picked or by all hands. */
  #redraft() {
    const node = this.#node;
    this.update();
    if (!node) return;
    const of = `${node.path.join(", ")} ${this.#chosen}`;
    if (of === this.#draftOf) return;
    this.#draftOf = of;
    const shares = this.#chosen < 0 ? node.actions.map(({ share }) => share ?? 0) : node.classes[this.#chosen].shares;
    this.draft = shares.map((share) => Math.round(100 * share));
    if (this.draft.length) this.draft[0] += 100 - this.draft.reduce((sum, each) => sum + each, 0);
  }

  get #request() {
    return requestOf(/** @type {Solve} */ (this.#solve), this.#changes);
  }

  /** Lock the decision: by the draft where `drafted`, as it is otherwise. @param {TreeNode} node @param {boolean} drafted */
  #lock(node, drafted) {
    const shares = this.draft.map((percent) => percent / 100);
    const picked = this.#chosen < 0 ? null : CLASSES[this.#chosen];
    const hands = node.hands.map(({ hand, class: name, shares: now }) => ({
      hand,
      shares: drafted && (!picked || picked === name) ? shares : (now ?? []).map((share) => share ?? 0),
    }));
    const lock = lockOf(node.path.join(", "), node.actions.map(({ name }) => name), hands);
    this.#change({ locks: [...this.#changes.locks.filter(({ at }) => at !== lock.at), lock] });
  }

  /** @param {string} at */
  #unlock(at) {
    this.#change({ locks: this.#changes.locks.filter((lock) => lock.at !== at) });
  }

  /** @param {string} line */
  #remove(line) {
    const { locks, removed } = this.#changes;
    const before = line.split(", ").slice(0, -1).join(", ");
    // Locks of the same decision name the action, and those after it are gone with it.
    const isLeft = (/** @type {Lock} */ { at }) => {
      const locked = lineOf(at.split(", "));
      return locked !== before && !`${locked}, `.startsWith(`${line}, `);
    };
    this.#change({ removed: [...removed, line].sort(), locks: locks.filter(isLeft) });
  }

  /** @param {string} line */
  #restore(line) {
    this.#change({ removed: this.#changes.removed.filter((each) => each !== line) });
  }

  #send() {
    this.dispatchEvent(new CustomEvent("solve", { detail: { request: this.#request } }));
  }

  view() {
    const [solve, node] = [this.#solve, this.#node];
    if (!solve || !node) return [];
    return html`<div class="tree-editor">
      ${this.#lockView(node)}
      ${this.#removeView(node)}
      <section class="stack">
        <h3>Sizes by street and player</h3>
        <div class="size-table">${STREETS.slice(startStreet(solve)).flatMap((street) => PLAYERS.map((player) => this.#sizesView(street, player)))}</div>
      </section>
      ${this.#changesView(isChanged(solve, this.#changes))}
    </div>`;
  }

  /** @param {TreeNode} node */
  #lockView(node) {
    const sum = this.draft.reduce((total, each) => total + each, 0);
    const who = this.#chosen < 0 ? "all hands" : CLASSES[this.#chosen];
    const isHeld = this.#chosen < 0 || node.classes[this.#chosen].combos > 0;
    return html`<section class="stack">
      <h3>Lock this decision ${node.locked ? html`<span class="tag warn">locked</span>` : null}</h3>
      <p class="muted small">
        ${PLAYER_NAMES[node.player ?? "oop"]} plays it as you say, and everybody else learns to respond. Pick a hand in the grid to change it
        alone; the others stay as they are.
      </p>
      <fieldset class="lock-fields">
        <legend class="label">How often, in percent, with ${who}</legend>
        ${node.actions.map(({ name }, at) =>
          numberField(name, this.draft[at] ?? 0, (percent) => this.#setDraft(at, percent), { max: 100 }),
        )}
      </fieldset>
      ${sum === 100 ? null : html`<p class="notice" role="status">They add up to ${sum} %: make it 100 %.</p>`}
      <p class="row">
        <button type="button" class="button" ?disabled=${sum !== 100 || !isHeld} @click=${() => this.#lock(node, true)}>Lock ${who}</button>
        <button type="button" class="button" @click=${() => this.#lock(node, false)}>Lock as it is</button>
      </p>
    </section>`;
  }

  /** @param {number} at @param {number} percent */
  #setDraft(at, percent) {
    this.draft = this.draft.map((each, place) => (place === at ? Math.round(percent) : each));
    // With two actions the other one takes the rest.
    if (this.draft.length === 2) this.draft[1 - at] = Math.max(0, 100 - this.draft[at]);
    this.update();
  }

  /** @param {TreeNode} node */
  #removeView(node) {
    const here = lineOf(node.path);
    const left = node.actions.filter(({ name }) => !this.#changes.removed.includes(here ? `${here}, ${name}` : name));
    return html`<section class="stack">
      <h3>Remove an action</h3>
      <p class="muted small">It is not offered after this line any more, on any board.</p>
      <ul class="remove-list">
        ${left.map(({ name, share }) => {
          const line = here ? `${here}, ${name}` : name;
          return html`<li>
            <span>${name} <span class="muted small">${share === null ? "" : formatPercent(share)}</span></span>
            <button type="button" class="button quiet" ?disabled=${left.length < 2} aria-label=${`Remove ${name}`}
              @click=${() => this.#remove(line)}>Remove</button>
          </li>`;
        })}
      </ul>
    </section>`;
  }

  /** @param {string} street @param {string} player */
  #sizesView(street, player) {
    const field = (/** @type {string} */ label, /** @type {string} */ kind) => {
      const key = `${kind} ${street} ${player}`;
      return textField(label, this.#changes.sizes[key] ?? "", (text) => this.#setSize(key, text), { placeholder: "none" });
    };
    return html`<span class="label">${street}, ${player.toUpperCase()}</span>${field("Bets", "bets")}${field("Raises", "raises")}`;
  }

  /** @param {string} key @param {string} text */
  #setSize(key, text) {
    this.#change({ sizes: { ...this.#changes.sizes, [key]: text.trim() } });
  }

  /** @param {boolean} hasChanged */
  #changesView(hasChanged) {
    const { locks, removed } = this.#changes;
    const undo = (/** @type {string} */ label, /** @type {() => void} */ act) => html`<li>
      <span>${label}</span><button type="button" class="button quiet" aria-label=${`Undo: ${label}`} @click=${act}>Undo</button>
    </li>`;
    return html`<section class="stack changes">
      <h3>The changed tree</h3>
      ${locks.length || removed.length
        ? html`<ul class="remove-list">
            ${locks.map(({ at }) => undo(`locked: ${at || "the start"}`, () => this.#unlock(at)))}
            ${removed.map((line) => undo(`removed: ${line}`, () => this.#restore(line)))}
          </ul>`
        : html`<p class="muted small">Nothing is locked or removed.</p>`}
      ${hasChanged
        ? html`<fb-solve-preview .request=${this.#request}></fb-solve-preview>
            <button type="button" class="button primary" ?disabled=${this.#busy} @click=${() => this.#send()}>
              ${this.#busy ? "Starting…" : "Solve the changed tree"}
            </button>`
        : html`<p class="muted small">Change something above: it is solved as a tree of its own, beside this one.</p>`}
    </section>`;
  }
}

/** Return the number of the street on which a spot begins. @param {Solve} solve */
function startStreet({ spot }) {
  return spot.board.length / 2 - 3;
}

customElements.define("fb-tree-editor", TreeEditor);
