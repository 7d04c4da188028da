import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./helpers.js";

const drills = await load("lib/drills.js");
const { personToken } = await load("lib/person.js");

test("an action's key is its letter, or its number where two share one", () => {
  assert.deepEqual(drills.actionKeys(["fold", "call", "raise 500", "all-in 1000"]), ["f", "c", "r", "a"]);
  assert.deepEqual(drills.actionKeys(["check", "bet 100", "bet 200"]), ["c", "2", "3"]);
  assert.equal(drills.actionOfKey(["check", "bet 100", "bet 200"], "C"), "check");
  assert.equal(drills.actionOfKey(["check", "bet 100", "bet 200"], "3"), "bet 200");
  assert.equal(drills.actionOfKey(["fold", "call"], "2"), "call");
  for (const key of ["9", "x", "0", "Tab", "b"]) assert.equal(drills.actionOfKey(["fold", "call"], key), undefined);
});

test("a set comes to what its answers have lost, and repeated ones move no rating", () => {
  const grades = [
    { loss: 0, rating: 1220, rating_before: 1200, counted: true },
    { loss: 1.5, rating: 1210, rating_before: 1220, counted: true },
    { loss: 0, rating: 1240, rating_before: 1210, counted: false },
  ];
  assert.deepEqual(drills.sumUp(grades), { right: 2, lost: 1.5, gained: 10 });
});

test("a person's token is made once and is long", () => {
  const token = personToken();
  assert.match(token, /^[0-9a-f]{48}$/);
  assert.equal(personToken(), token);
});
