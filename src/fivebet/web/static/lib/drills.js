/** Answers to drills: the keys that choose them, and what a set of them comes to. */

/** @typedef {Api.DrillResponse} Drill */
/** @typedef {Api.DrillGradeResponse} Grade */

/** @typedef {{ set: string, seed: number, total: number, at: number, drills: Drill[], grades: Grade[] }} SetProgress */

const KEY = "fivebet.drills";
const LETTERS = /** @type {Record<string, string>} */ ({ fold: "f", check: "c", call: "c", "all-in": "a", bet: "b", raise: "r" });

/**
 * Return the key of each action: its letter where no other action has it, and otherwise its number.
 * @param {string[]} actions
 */
export function actionKeys(actions) {
  const letters = actions.map((action) => LETTERS[action.split(" ")[0]] ?? "");
  return letters.map((letter, at) => (letter && letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : String(at + 1)));
}

/**
 * Return the action that a key chooses, by its letter or by its number; undefined if none does.
 * @param {string[]} actions
 * @param {string} key
 */
export function actionOfKey(actions, key) {
  const at = actionKeys(actions).indexOf(key.toLowerCase());
  return actions[at >= 0 ? at : Number(key) - 1];
}

/** Add up what answers have lost. @param {Grade[]} grades */
export function sumUp(grades) {
  return {
    right: grades.filter(({ loss }) => loss === 0).length,
    lost: grades.reduce((sum, { loss }) => sum + loss, 0),
    gained: grades.reduce((sum, { rating, rating_before: before, counted }) => sum + (counted ? rating - before : 0), 0),
  };
}

/** Keep how far a set is while this tab is open, or forget it. @param {SetProgress | null} progress */
export function keepProgress(progress) {
  try {
    if (progress) sessionStorage.setItem(KEY, JSON.stringify(progress));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing begins anew.
  }
}

/** Return how far a set is that this tab has begun, if it has. @param {string} set @returns {SetProgress | null} */
export function storedProgress(set) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.set === set ? kept : null;
  } catch {
    return null;
  }
}
