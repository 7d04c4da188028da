import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./helpers.js";

const { formatAction, formatAmount, formatError, formatPercent, formatSigned, signClass } = await load("lib/format.js");

test("amounts are in chips or in big blinds", () => {
  assert.equal(formatAmount(12500, 100, false), "12,500");
  assert.equal(formatAmount(12550, 100, true), "125.5 BB");
  assert.equal(formatSigned(-1200), "−1,200");
  assert.equal(formatSigned(5), "+5");
  assert.equal(formatSigned(0), "0");
  assert.equal(formatPercent(0.1234, 1), "12.3 %");
  assert.deepEqual([3, -3, 0].map(signClass), ["plus", "minus", ""]);
});

test("actions are sentences about others or about you", () => {
  assert.equal(formatAction({ action: "raise", to: 300, all_in: true }, String), "raises to 300 all-in");
  assert.equal(formatAction({ action: "call", to: 300, paid: 200 }, String, true), "call 200");
  assert.equal(formatAction({ action: "check", to: 0 }, String), "checks");
  assert.equal(formatAction({ action: "bet", to: 50 }, String), "bets 50");
});

test("errors are sentences", () => {
  assert.equal(formatError(new Error("no more tables")), "No more tables.");
  assert.equal(formatError("why?"), "Why?");
});
