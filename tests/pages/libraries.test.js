import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { load } from "./helpers.js";

const agents = await load("lib/agents.js");
const curve = await load("lib/curve.js");
const deck = await load("lib/fair-deck.js");
const digests = await load("lib/sha256.js");
const range = await load("lib/range.js");
const router = await load("lib/router.js");
const seats = await load("lib/seats.js");
const { settings } = await load("lib/settings.js");

test("an agent that was made for another game is seated adapted", () => {
  const known = [{ name: "plicas", games: ["limit-?p"] }, { name: "fair", games: ["*"] }];
  assert.equal(agents.seatedName(known, "plicas", "limit-2p"), "plicas");
  assert.equal(agents.seatedName(known, "plicas:x=1", "cash-2p"), "adapted::plicas:x=1");
  assert.equal(agents.seatedName(known, "fair", "kuhn"), "fair");
  assert.equal(agents.displayName("adapted::plicas"), "plicas, adapted,");
  assert.ok(!agents.plays({ games: ["limit.2p"] }, "limit-2p"));
  assert.ok(agents.plays({ games: ["cash-*"] }, "tournament-6p"));
  assert.ok(agents.plays({ games: ["tournament-*"] }, "tournament-6p"));
  assert.ok(!agents.plays({ games: ["limit-*"] }, "tournament-6p"));
  assert.ok(!agents.plays({ games: ["tournament-*"] }, "cash-6p"));
});

test("the champion and the published agents come first, and those with problems not at all", () => {
  const all = [{ name: "fair" }, { name: "broken", problem: "no" }, { name: "aki", paper: "2009" }, { name: "champion" }];
  assert.deepEqual(agents.inOrder(all).map(({ name }) => name), ["champion", "aki", "fair"]);
  assert.deepEqual(agents.seatable(all, ["aki:x=1", "broken", "nobody"]), ["aki:x=1"]);
});

test("our SHA-256 is Node's, for every length around a block", () => {
  for (let length = 0; length < 140; length++) {
    const text = "x".repeat(length);
    assert.equal(digests.hex(digests.sha256(text)), createHash("sha256").update(text).digest("hex"));
  }
});

test("a cut is a permutation that hangs on hand and seeds", () => {
  const order = deck.cutOrder(1, ["a", "b"]);
  assert.deepEqual([...order].sort((a, b) => a - b), Array.from({ length: 52 }, (_, at) => at));
  assert.notDeepEqual(order, deck.cutOrder(2, ["a", "b"]));
  assert.deepEqual(order, deck.cutOrder(1, ["a", "b"]));
});

test("every way to cheat with an opened card is found", () => {
  const order = deck.cutOrder(5, ["mine"]);
  const place = order[0];
  const salt = "5".repeat(64);
  const opening = { dealt: 0, place, card: "Ah", salt };
  const commitments = Array.from({ length: 52 }, () => curve.commit("Ah", salt));
  const opened = { hand: 5, seeds: ["mine"], openings: [opening] };
  const seen = deck.seenCards([["Ah"]], []);
  assert.equal(deck.findFault(opened, commitments, "mine", seen), "");
  assert.match(deck.findFault(opened, undefined, "mine", seen), /commitments were not seen/);
  assert.match(deck.findFault(opened, commitments, "other", seen), /your seed/);
  assert.match(deck.findFault({ ...opened, openings: [{ ...opening, salt: "t" }, opening] }, commitments, "mine", seen), /not the card/);
  assert.match(deck.findFault({ ...opened, openings: [{ ...opening, place: (place + 1) % 52 }] }, commitments, "mine", seen), /cut says/);
  assert.match(deck.findFault(opened, commitments, "mine", deck.seenCards([["Ah"]], ["Kd"])), /Kd was shown without proof/);
  assert.match(deck.findFault(opened, commitments, "mine", deck.seenCards([["Kd"]], [])), /Kd was shown where Ah was dealt/);
  assert.deepEqual(deck.seenCards([["2c", "2d"], [], ["3c", "3d"]], ["Ah"]).map(({ dealt }) => dealt), [0, 1, 4, 5, 6]);
  const other = { dealt: 1, place: order[1], card: "Ah", salt };
  assert.match(deck.findFault({ ...opened, openings: [opening, other] }, commitments, "mine", seen), /Ah was dealt twice/);
  assert.match(deck.findFault({ ...opened, openings: [{ ...opening, card: "Ax" }] }, commitments, "mine", seen), /not the card/);
  assert.match(deck.findFault({ ...opened, openings: [{ ...opening, salt: "6".repeat(64) }] }, commitments, "mine", seen), /Ah is not the card/);
  assert.ok(deck.seedWasLate({ seeds: [""] }, "mine"));
});

test("there are 169 classes of 1,326 combos, in the grid's order", () => {
  assert.deepEqual([range.CLASSES[0], range.CLASSES[1], range.CLASSES[13], range.CLASSES[168]], ["AA", "AKs", "AKo", "22"]);
  assert.equal(range.COMBOS_OF.flat().length, 1326);
  assert.equal(new Set(range.COMBOS_OF.flat()).size, 1326);
  assert.deepEqual(range.COMBOS_OF.map((combos) => combos.length).filter((count, at) => at < 2 || at === 13), [6, 4, 12]);
  assert.match(range.comboText(range.COMBOS_OF[1][0]), /^A([cdhs])K\1$/);
});

test("weights are added up by class", () => {
  const weights = range.emptyRange();
  range.COMBOS_OF[0].slice(0, 3).forEach((combo) => (weights[combo] = 1));
  assert.equal(range.classWeights(weights)[0], 0.5);
  assert.equal(range.countCombos(weights), 3);
});

test("an address has a page and the parts with names", () => {
  assert.deepEqual(router.match("/hands/3/0")?.params, { run: "3", serial: "0" });
  assert.equal(router.match("/watch/leaders")?.route.title, "Leader board");
  assert.equal(router.match("/watch/12")?.route.title, "Contest");
  assert.equal(router.match("/no-such-page"), null);
  assert.equal(router.match("/watch/%E0"), null);
});

test("the newest seats are kept, and a seat can be forgotten", () => {
  for (let table = 1000; table < 1050; table++) seats.keepSeat(table, "old");
  seats.keepSeat(1, "new");
  seats.keepInvitations(1, [{ name: "Bob", invitation: "abc" }]);
  assert.equal(seats.seatToken(1), "new");
  assert.deepEqual([...seats.invitationLinks(1)], [["Bob", "http://room.test/join/1#abc"]]);
  seats.forgetSeat(1);
  assert.equal(seats.seatToken(1), undefined);
  assert.equal(seats.invitationLinks(1).size, 0);
  assert.equal(seats.handsToken(1), "new");
  assert.deepEqual([seats.seatedTables().length, seats.seatedTables().at(-1)], [50, 1]);
});

test("settings are stored, and a change is announced", () => {
  globalThis.document = { documentElement: { dataset: {} } };
  let changes = 0;
  settings.addEventListener("change", () => (changes += 1));
  settings.set({ theme: "dark" });
  assert.equal(JSON.parse(localStorage.getItem("fivebet.settings")).theme, "dark");
  assert.equal(document.documentElement.dataset.theme, "dark");
  assert.equal(changes, 1);
});
