import assert from "node:assert/strict";
import test from "node:test";
import { answerWith, json, load } from "./helpers.js";

const { address, ApiError, get, getText, post, remove } = await load("lib/api.js");

test("an address is filled in and escaped", () => {
  assert.equal(address("/hands/{run}/{serial}/text", { run: 3, serial: "a/b" }, { format: "phh" }), "/api/v1/hands/3/a%2Fb/text?format=phh");
  assert.equal(address("/agents"), "/api/v1/agents");
});

test("a question carries its token, and an answer is parsed", async () => {
  const asked = answerWith(() => json({ table: 7 }));
  assert.deepEqual(await get("/tables/{number}", { params: { number: 7 }, token: "secret" }), { table: 7 });
  assert.equal(asked[0].address, "/api/v1/tables/7");
  assert.equal(asked[0].method, "GET");
  assert.equal(asked[0].headers.authorization, "Bearer secret");
  assert.equal(asked[0].body, undefined);
});

test("what is posted is sent as JSON, and nothing as an empty object", async () => {
  const asked = answerWith(() => json({}));
  await post("/ranges", { text: "AA" });
  await post("/contests/{number}/resume", undefined, { params: { number: 1 } });
  await remove("/tables/{number}", { params: { number: 1 } });
  assert.deepEqual(asked.map(({ method, body }) => [method, body]), [["POST", '{"text":"AA"}'], ["POST", "{}"], ["DELETE", undefined]]);
});

test("text stays text", async () => {
  answerWith(() => new Response("a hand"));
  assert.equal(await getText("/hands/text"), "a hand");
});

test("a refusal is an error with the server's sentence and status", async () => {
  answerWith(() => json({ error: "no more tables" }, 409));
  await assert.rejects(get("/tables"), (error) => error instanceof ApiError && error.message === "no more tables" && error.status === 409);
  answerWith(() => new Response("<html>", { status: 502 }));
  await assert.rejects(get("/tables"), { message: "the card room answers 502", status: 502 });
});

test("silence and half an answer are errors without a status", async () => {
  answerWith(() => Promise.reject(new TypeError("failed to fetch")));
  await assert.rejects(get("/tables"), { message: "the card room does not answer", status: 0 });
  answerWith(() => new Response('[{"name":'));
  await assert.rejects(get("/agents"), { message: "the card room's answer broke off", status: 0 });
});

test("what was given up is no refusal", async () => {
  const stop = new AbortController();
  stop.abort();
  answerWith(() => Promise.reject(stop.signal.reason));
  await assert.rejects(get("/tables", { signal: stop.signal }), { name: "AbortError" });
});
