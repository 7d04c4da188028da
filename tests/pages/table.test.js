import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./helpers.js";

const { Pacer } = await load("lib/pacer.js");
const { runoutMoments, isShowdown } = await load("lib/runout.js");
const { badSizes, parseSizes, sizeAmount } = await load("lib/sizes.js");
const { rimPoints } = await load("lib/chairs.js");
const { nameOnScreen } = await load("lib/names.js");
const { emptyTable, TableFeed, withClock } = await load("lib/table-feed.js");

test("steps wait for the one that is looked at, and a skip shows the rest of its hand", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const pacer = new Pacer();
  const step = (name, hold, hand) => pacer.add({ hand, hold, mine: true, show: () => shown.push(name) });
  step("flop", 1000, 1);
  step("turn", 1000, 1);
  step("river", 1000, 1);
  step("next", 0, 2);
  assert.deepEqual(shown, ["flop"]);
  context.mock.timers.tick(1000);
  assert.deepEqual(shown, ["flop", "turn"]);
  pacer.skip();
  assert.deepEqual(shown, ["flop", "turn", "river", "next"]);
  assert.equal(pacer.isHolding, false);
});

test("who only watches is never more than a hand behind", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const pacer = new Pacer();
  for (const hand of [1, 2, 3]) pacer.add({ hand, hold: 1000, mine: false, show: () => shown.push(hand) });
  assert.deepEqual(shown, [1]);
  context.mock.timers.tick(1000);
  assert.deepEqual(shown, [1, 2, 3]);
  assert.equal(pacer.isHolding, true);
});

const seat = (place, more) => ({ place, stack: 0, folded: false, cards: ["As", "Ah"], award: 0, won: 0, five: [], ...more });
const board = ["2c", "7d", "9h", "Js", "3s"];

test("an all-in is played out before the pot is given away", () => {
  const seats = [seat(0, { stack: 300, award: 300, won: 200 }), seat(1, {}), seat(2, { folded: true, stack: 50 })];
  const state = { over: true, board, pot: 0, pots: [], seats };
  const events = [{ type: "acted" }, { type: "street", cards: board.slice(3, 4) }, { type: "street", cards: board.slice(4) }, { type: "won" }];
  const moments = runoutMoments({ state, events }, 3);
  assert.deepEqual(moments.map((each) => each.state.board.length), [3, 4]);
  assert.deepEqual(moments.map((each) => each.events.length), [1, 2]);
  const [{ state: first }] = moments;
  assert.equal(first.pot, 300);
  assert.equal(first.over, false);
  assert.deepEqual(first.seats.map((each) => [each.stack, each.all_in, each.won]), [[0, true, null], [0, true, null], [50, false, null]]);
  assert.ok(isShowdown(state));
});

test("messages add up to the events of a hand, and its end is noticed once", () => {
  const feed = new TableFeed();
  const message = (hand, from, events, more = {}) => ({
    state: { hand, over: false, board: [], seats: [seat(0, {}), seat(1, {})], ...more }, events_from: from, events,
  });
  feed.take(message(7, 0, [{ type: "blind" }, { type: "dealt" }]));
  assert.deepEqual(feed.take(message(7, 1, [{ type: "dealt" }, { type: "acted" }])).events.map((each) => each.type), ["blind", "dealt", "acted"]);
  const run = [{ type: "street", cards: board.slice(0, 3) }, { type: "street", cards: board.slice(3) }, { type: "won" }];
  const end = message(7, 3, run, { over: true, board });
  const ended = feed.take(end);
  assert.equal(ended.isEnd, true);
  assert.deepEqual(ended.moments.map((each) => each.state.board.length), [0, 3]);
  assert.deepEqual(feed.take(end), { events: ended.events, isEnd: false, moments: [] });
  assert.deepEqual(feed.take(message(8, 0, [{ type: "blind" }])).events, [{ type: "blind" }]);
  assert.deepEqual(feed.take({ state: null, events_from: 0, events: [] }), { events: [], isEnd: false, moments: [] });
  assert.equal(feed.state, null);
});

test("a clock shows what is left, and never less than nothing", () => {
  assert.equal(withClock({ clock: { left: 5, of: 10 } }, 2).clock.left, 3);
  assert.equal(withClock({ clock: { left: 5, of: 10 } }, 9).clock.left, 0);
  assert.equal(withClock({ clock: null }, 1).clock, null);
});

test("before the first hand a table shows who is expected", () => {
  const chairs = [{ place: 0, name: "Ann", agent: false, stack: 100 }, { place: 1, name: "Bob", agent: false, stack: 90 }];
  const { seats, you, over } = emptyTable({ chairs, expected: ["Bob"], you: 0 });
  assert.deepEqual(seats.map((each) => [each.name, each.stack, each.holding]), [["Ann", 100, ""], ["Bob", 90, "not here yet"]]);
  assert.deepEqual([you, over], [0, true]);
});

test("a hand that was bet to the end needs no playing out", () => {
  const state = { over: true, board, pot: 0, pots: [], seats: [seat(0, {}), seat(1, {})] };
  assert.deepEqual(runoutMoments({ state, events: [{ type: "street", cards: board }, { type: "acted" }, { type: "won" }] }, 5), []);
});

test("sizes are multiples of the bet, shares of the pot after a call, or the limits", () => {
  const spot = { least: 200, most: 9000, mine: 50, call: 50, pot: 150 };
  const amounts = (text) => parseSizes(text).map((size) => sizeAmount(size, spot));
  assert.deepEqual(amounts("min, 2.5x, 50%, pot, all-in"), [200, 250, 200, 300, 9000]);
  assert.deepEqual(amounts("100x"), [9000]);
  assert.deepEqual(amounts("1%"), [200]);
  assert.deepEqual(parseSizes("1%,2%,3%,4%,5%,6%").length, 5);
  assert.deepEqual(badSizes("50%, x3, , 0x, pot"), ["x3", "0x"]);
});

test("chairs are equally far from each other along the rim, the first at the bottom", () => {
  for (const shape of [1.9, 0.62]) {
    const points = rimPoints(8, shape);
    assert.ok(Math.abs(points[0].x) < 0.02 && Math.abs(points[0].y - 1) < 0.02);
    assert.ok(Math.abs(points[4].y + 1) < 0.02);
    points.forEach(({ x, y }, at) => {
      const mirrored = points[(8 - at) % 8];
      assert.ok(Math.abs(x + mirrored.x) < 0.03 && Math.abs(y - mirrored.y) < 0.03);
    });
  }
});

test("nobody but oneself is You", () => {
  assert.deepEqual([nameOnScreen("Ann", true), nameOnScreen("you", false), nameOnScreen("Ben", false)], ["You", "Guest", "Ben"]);
});
