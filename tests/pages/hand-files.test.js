import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "./helpers.js";

const { readText, splitHands } = await load("lib/hand-files.js");
const { formatMoney, formatSignedMoney } = await load("lib/format.js");

const stars = (/** @type {number} */ number) => `PokerStars Hand #${number}: Hold'em No Limit\nSeat 1: Ann (5 in chips)\n\n\n`;
const phh = (/** @type {number} */ number) => `[${number}]\nvariant = "NT"\nactions = ["p1 f"]\n\n`;

for (const [name, hand] of [["PokerStars", stars], ["PHH", phh]]) {
  test(`a file of ${name} hands is split between hands, and nothing is lost`, () => {
    const text = Array.from({ length: 50 }, (_, at) => hand(at + 1)).join("");
    const parts = splitHands(text, 300);
    assert.equal(parts.join(""), text);
    assert.ok(parts.length > 5);
    for (const part of parts) {
      assert.ok(part.length <= 300);
      assert.ok(part.startsWith(hand(1).slice(0, 1)));
    }
  });
}

test("a short text, or one of no known kind, is one part; an empty one is none", () => {
  assert.deepEqual(splitHands("hello", 2), ["hello"]);
  assert.deepEqual(splitHands(" \n"), []);
  assert.deepEqual(splitHands(stars(1) + stars(2), 10), [stars(1), stars(2)]);
});

test("packed files and UTF-16 are read", async () => {
  assert.equal(await readText(new File([gzipSync("hands")], "a.gz")), "hands");
  assert.equal(await readText(new File([Buffer.from("\ufeffhände", "utf16le")], "a.txt")), "hände");
  assert.equal(await readText(new File(["hände"], "a.txt")), "hände");
});

test("a packed file that is damaged is said to be so", async () => {
  const packed = gzipSync("hands").subarray(0, 15);
  await assert.rejects(readText(new File([packed], "a.gz")), /damaged/);
});

test("money has its currency and its cents", () => {
  assert.equal(formatMoney(1250, "$", 2), "$12.50");
  assert.equal(formatMoney(-300, "€", 2), "−€3");
  assert.equal(formatMoney(5, "USD", 0), "USD\u00a05");
  assert.equal(formatSignedMoney(45, "$", 2), "+$0.45");
  assert.equal(formatSignedMoney(1200, "", 0), "+1,200");
});
