import { html } from "../lib/html.js";
import { settings } from "../lib/settings.js";

/** The keys that play at a table. */

const KEYS = [
  ["F", "Fold"],
  ["C", "Check or call"],
  ["R", "Bet or raise the amount shown"],
  ["1 – 5", "The sizes shown; the preferences change them"],
  ["↑ ↓", "A big blind more or less"],
  ["N Space", "Skip to the next hand"],
  ["X", "Check or fold when it is your turn"],
  ["T S K D", "Hand, statistics, coach, deal"],
  ["O", "Sit out, or come back"],
  ["?", "This sheet"],
];

/**
 * Do what a key stands for, unless it was meant for a field or a shortcut of the browser.
 * @param {KeyboardEvent} event
 * @param {Record<string, () => void>} actions by key; letters in lower case
 */
export function pressKey(event, actions) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input[type=number], input[type=text], textarea, select, dialog[open]")) return;
  const isLetter = event.key.length === 1;
  if (isLetter && !settings.values.keys) return; // the person has switched single keys off
  if (event.key === " " && target.closest("button, a, input, summary")) return; // it presses that
  const act = actions[isLetter ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  // A key that is held down must not act again on the next turn; amounts may run on.
  if (!event.repeat || event.key.startsWith("Arrow")) act();
}

/** Show the sheet of keys, as a dialog that is closed at first. */
export function keysView() {
  return html`<dialog aria-label="Keyboard shortcuts">
    <div class="inside">
      <h2>Keyboard shortcuts</h2>
      <div class="keys">
        ${KEYS.map(([keys, what]) => html`<span>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</span><span>${what}</span>`)}
      </div>
      <form method="dialog"><button class="button primary">Done</button></form>
    </div>
  </dialog>`;
}
