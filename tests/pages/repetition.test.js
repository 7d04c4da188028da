import assert from "node:assert/strict";
import { test } from "node:test";
import { solveRepetition } from "../../src/fivebet/web/static/lib/repetition.js";

const SIZES = { bets: "50%", raises: "100%", donks: null };
const SPOT = {
  board: "Kh8h3dJc5s", pot: 200, stack: 900, oop: "AA", ip: "KK", menus: [[SIZES, SIZES, SIZES], [SIZES, SIZES, SIZES]],
  add_all_in: 0, force_all_in: 0, merge: 0, rake: 0, rake_cap: 3, last_street: "river",
};

/** @param {object} change @returns {{ command: string, python: string }} */
function repetition(change) {
  const solve = { spot: { ...SPOT, ...change }, locks: [], target: 0.5 };
  return solveRepetition(/** @type {any} */ (solve), "");
}

test("a cap is given with a rake alone", () => {
  assert.match(repetition({}).command, /--rake-cap 0 /);
  assert.match(repetition({ rake: 0.05 }).command, /--rake-cap 3 --rake 5 /);
});

test("a fixed limit is given instead of sizes", () => {
  const { command, python } = repetition({ limit: { bets: [10, 20, 20], max_raises: [4, 4, 4] } });
  assert.match(command, /--limit 10,20,20 /);
  assert.doesNotMatch(command, /--bets/);
  assert.match(python, /limit=FixedLimit\(\(10, 20, 20\)\)/);
  assert.match(python, /^from fivebet.solving.spot import FixedLimit$/m);
});
