/**
 * Questions to the server. What it refuses is an Error whose message is its sentence.
 */

const ROOT = "/api/v1";

/** @typedef {{ method?: string, body?: unknown, token?: string, signal?: AbortSignal }} How */

/** @param {string} path @param {How} [how] @returns {Promise<any>} */
export async function ask(path, how) {
  return (await reach(path, how)).json().catch(breakOff);
}

/** What is told as text. @param {string} path @param {How} [how] @returns {Promise<string>} */
export async function askText(path, how) {
  return (await reach(path, how)).text().catch(breakOff);
}

/** @param {string} path @param {How} [how] */
async function reach(path, { method = "GET", body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("the card room does not answer", 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refusal(answer?.error ?? `the card room answers ${response.status}`, response.status);
}

/** @returns {never} */
function breakOff() {
  throw new Refusal("the card room's answer broke off", 0);
}

/** What the server says no to, and its status; 0 if it says nothing. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path @param {unknown} body @param {string} [token] */
export function post(path, body, token) {
  return ask(path, { method: "POST", body, token });
}
