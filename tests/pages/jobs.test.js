import assert from "node:assert/strict";
import test from "node:test";
import { answerWith, FakeComponent, json, load } from "./helpers.js";

const { follow, isOver } = await load("lib/jobs.js");

test("a job is followed from version to version until it is over", async () => {
  const answers = [{ status: "working", version: 4 }, { status: "finished", version: 9 }];
  const asked = answerWith(() => json(answers.shift()));
  const taken = [];
  await follow(new FakeComponent(), "/solutions/{id}", { id: "x" }, (job) => taken.push(job.status), assert.fail);
  assert.deepEqual(taken, ["working", "finished"]);
  assert.deepEqual(asked.map(({ address }) => address), ["/api/v1/solutions/x?after=-1&wait=20", "/api/v1/solutions/x?after=4&wait=20"]);
});

test("a paper is followed by its run, a contest by itself", async () => {
  answerWith(() => json({ run: { status: "stopped", version: 1 } }));
  await follow(new FakeComponent(), "/papers/{name}", { name: "aki" }, () => {}, assert.fail);
  answerWith(() => json({ run: 12, status: "failed", version: 1 }));
  await follow(new FakeComponent(), "/contests/{number}", { number: "12" }, () => {}, assert.fail);
});

test("a refusal ends it", async () => {
  answerWith(() => json({ error: "there is no run 9" }, 404));
  const problems = [];
  await follow(new FakeComponent(), "/contests/{number}", { number: "9" }, assert.fail, (problem) => problems.push(problem));
  assert.deepEqual(problems, ["There is no run 9."]);
});

test("a component that leaves, or follows something else, asks no more", async () => {
  const component = new FakeComponent();
  let asked = 0;
  globalThis.fetch = (_, { signal }) => {
    asked += 1;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const first = follow(component, "/solutions/{id}", { id: "a" }, assert.fail, assert.fail);
  const second = follow(component, "/solutions/{id}", { id: "b" }, assert.fail, assert.fail);
  await first;
  component.leave();
  await second;
  assert.equal(asked, 2);
});

test("what has ended is over", () => {
  assert.deepEqual(["waiting", "working", "finished", "stopped", "failed"].map(isOver), [false, false, true, true, true]);
});
