import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./helpers.js";

const { agentsIn, countHand, goals, progressOf } = await load("lib/goals.js");
const { features } = await load("elements/portrait.js");

test("goals are reached by playing, and stay reached", () => {
  const done = () => goals(progressOf("fair")).filter((goal) => goal.isDone).map((goal) => goal.name);
  assert.deepEqual(done(), []);
  for (let hand = 0; hand < 99; hand++) countHand(["fair", "fair"], 0.5, true);
  assert.deepEqual(done(), ["Meet it"]);
  countHand(["fair"], 21, true);
  assert.deepEqual(done(), ["Meet it", "Take a pot", "Stay ahead", "Beat it"]);
  countHand(["fair"], -200, true);
  assert.deepEqual(done(), ["Meet it", "Take a pot", "Stay ahead", "Beat it"]);
  assert.equal(progressOf("fair").hands, 101);
  assert.equal(progressOf("tight").hands, 0);
});

test("hands with others count, but not as a duel", () => {
  countHand(["loose", "maniac"], 30, false);
  const { hands, best, duels, peak } = progressOf("loose");
  assert.deepEqual([hands, best, duels, peak], [1, 30, 0, 0]);
});

test("a hundred lost hands are no goal", () => {
  for (let hand = 0; hand < 120; hand++) countHand(["aki"], -1, true);
  const goal = goals(progressOf("aki")).find((each) => each.name === "Stay ahead");
  assert.equal(goal.isDone, false);
  assert.ok(goal.part < 1);
});

test("namesakes are one agent, and people are none", () => {
  const seats = [{ name: "fair", agent: true }, { name: "fair 2", agent: true }, { name: "Ann", agent: false }];
  assert.deepEqual(agentsIn(seats), ["fair", "fair"]);
});

test("a portrait follows from the style, the same every time", () => {
  const wild = features("maniac", { vpip: 0.95, pfr: 0.9, aggression: 8 });
  const meek = features("station", { vpip: 0.95, pfr: 0.02, aggression: 0.1 });
  const tight = features("tight", { vpip: 0.2, pfr: 0.18, aggression: null });
  assert.deepEqual(features("maniac", { vpip: 0.95, pfr: 0.9, aggression: 8 }), wild);
  assert.ok(wild.brow > 0 && meek.brow < 0 && tight.brow === wild.brow);
  assert.ok(wild.eye === meek.eye && tight.eye < wild.eye);
  assert.notEqual(wild.mouth, meek.mouth);
  assert.equal(features("mine", null).brow, 0);
});
