import assert from "node:assert/strict";
import test from "node:test";
import { deferred, FakeComponent, load } from "./helpers.js";

const { Task } = await load("lib/task.js");

test("a task is busy until its answer has come", async () => {
  const component = new FakeComponent();
  const task = new Task(component);
  const { promise, resolve } = deferred();
  const taken = [];
  const ran = task.run(() => promise, (answer) => taken.push(answer));
  assert.deepEqual([task.busy, task.done, component.updates], [true, false, 1]);
  resolve("yes");
  await ran;
  assert.deepEqual([task.busy, task.done, taken], [false, true, ["yes"]]);
  assert.equal(component.updates, 2);
});

test("only the latest question counts", async () => {
  const task = new Task(new FakeComponent());
  const [first, second] = [deferred(), deferred()];
  const taken = [];
  const ran = [task.run(() => first.promise, (answer) => taken.push(answer)), task.run(() => second.promise, (answer) => taken.push(answer))];
  second.resolve("second");
  await ran[1];
  first.resolve("first");
  await ran[0];
  assert.deepEqual(taken, ["second"]);
  assert.equal(task.busy, false);
});

test("an answer to a component that has left changes nothing", async () => {
  const component = new FakeComponent();
  const task = new Task(component);
  const { promise, resolve } = deferred();
  const ran = task.run(() => promise, () => assert.fail("it has left"));
  component.leave();
  resolve();
  await ran;
  assert.equal(task.done, false);
});

test("an error is shown in a sentence until the next answer, unless it is requested anew", async () => {
  const task = new Task(new FakeComponent());
  await task.run(() => Promise.reject(new Error("the card room is busy")));
  assert.equal(task.problem, "The card room is busy.");
  const { promise, resolve } = deferred();
  const again = task.refresh(() => promise);
  assert.equal(task.problem, "The card room is busy.");
  resolve();
  await again;
  assert.equal(task.problem, "");
  await task.run(() => Promise.reject(new Error("no")));
  const last = task.run(() => Promise.resolve());
  assert.equal(task.problem, "");
  await last;
});

test("an answer that is dropped is not taken", async () => {
  const task = new Task(new FakeComponent());
  const { promise, resolve } = deferred();
  const ran = task.run(() => promise, () => assert.fail("it was dropped"));
  task.drop();
  assert.equal(task.busy, false);
  resolve();
  await ran;
});

test("a mistake in what takes the answer is not hidden", async () => {
  const task = new Task(new FakeComponent());
  await assert.rejects(task.run(() => Promise.resolve(), () => missing.thing), ReferenceError);
});
