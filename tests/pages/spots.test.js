import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMemory, formatSeconds, lineOf, lockOf, requestOf, spotFromAddress } from "../../src/fivebet/web/static/lib/spots.js";

const SIZES = { bets: "50%", raises: "100%", donks: null };
const SPOT = {
  board: "Kh8h3d", pot: 200, stack: 900, oop: "AA", ip: "KK", menus: [[SIZES, SIZES, { ...SIZES, donks: "a" }], [SIZES, SIZES, SIZES]],
  add_all_in: 0, force_all_in: 0, merge: 0, rake: 0.05, rake_cap: 3, last_street: "river",
};

test("a spot is solved again with the same sizes, rake, locks and removed actions", () => {
  const locks = [{ at: "check", strategy: { check: 1 } }];
  const solve = /** @type {any} */ ({ spot: { ...SPOT, removed: ["bet 100"] }, locks, target: 0 });
  const request = requestOf(solve, { pot: 300 });
  assert.equal(request.pot, 300);
  assert.equal(request.rake, 5);
  assert.equal(request.target, 0.5);
  assert.deepEqual([request.locks, request.removed], [locks, ["bet 100"]]);
  assert.equal(request.sizes?.["donks river oop"], "a");
  assert.equal(Object.keys(request.sizes ?? {}).length, 13);
  assert.deepEqual(requestOf({ ...solve, spot: SPOT }).removed, []);
});

test("an address names a spot, and what makes no sense is left out", () => {
  const search = "?board=Kh8h3d&pot=200&stack=900.4&oop=AA%2CKK&ip=QQ%3A0.5&bets=33%25%2C%20a&raises=2.5x&at=check";
  const expected = { board: "Kh8h3d", oop: "AA,KK", ip: "QQ:0.5", bets: "33%, a", raises: "2.5x", pot: 200, stack: 900 };
  assert.deepEqual(spotFromAddress(search), expected);
  assert.deepEqual(spotFromAddress("?pot=-3&stack=many&oop="), {});
});

test("lines of removed actions have no cards", () => {
  assert.equal(lineOf(["check", "bet 100", "call", "2c", "check"]), "check, bet 100, call, check");
  assert.equal(lineOf([]), "");
});

test("hands that are played alike are locked by one number for each action", () => {
  const shares = [0.25, 0.5, 0.25];
  const lock = lockOf("check", ["fold", "call", "raise 300"], [{ hand: "AhAs", shares }, { hand: "KhKs", shares }]);
  assert.deepEqual(lock, { at: "check", strategy: { call: 0.5, "raise 300": 0.25 } });
});

test("other hands are locked by ranges that never add up to more than one", () => {
  const third = 1 / 3;
  const hands = [{ hand: "AhAs", shares: [third, third, third] }, { hand: "KhKs", shares: [0, 0, 1] }, { hand: "QhQs", shares: [1, 0, 0] }];
  const { strategy } = lockOf("", ["fold", "call", "raise 300"], hands);
  assert.deepEqual(strategy, { call: "AhAs:0.333", "raise 300": "AhAs:0.333,KhKs" });
  assert.deepEqual(lockOf("", ["check", "bet 5"], [{ hand: "AhAs", shares: [1, 0] }, { hand: "KhKs", shares: [1, 0.0001] }]).strategy, { "bet 5": 0 });
});

test("memory and time are said as people say them", () => {
  assert.deepEqual([0.2, 12.4, 1395].map(formatMemory), ["less than 1 MB", "12 MB", "1.4 GB"]);
  assert.deepEqual([0.01, 2.34, 63, 150].map(formatSeconds), ["a moment", "about 2.3 s", "about 63 s", "about 3 minutes"]);
});
