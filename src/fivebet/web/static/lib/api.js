/**
 * Requests to the server. A route is named by its path, as `tools/pages/api.d.ts` has it from
 * the server's own description; what is refused becomes an ApiError with the server's sentence.
 */

const ROOT = "/api/v1";
const MOST_PATIENCE = 5; // how often a question is asked again that was one too many at once

/**
 * @typedef {object} Options
 * @property {Record<string, string | number>} [params] what stands for the names in the path
 * @property {Record<string, string | number>} [query]
 * @property {string} [token]
 * @property {AbortSignal} [signal]
 */

/**
 * Get what a route answers.
 * @template {keyof Api.Get} Path
 * @param {Path} path
 * @param {Options} [options]
 * @returns {Promise<Api.Get[Path]["answer"]>}
 */
export async function get(path, options) {
  return (await send("GET", path, undefined, options)).json().catch(breakOff);
}

/**
 * Get a route's answer as text.
 * @param {keyof Api.Get} path
 * @param {Options} [options]
 * @returns {Promise<string>}
 */
export async function getText(path, options) {
  return (await send("GET", path, undefined, options)).text().catch(breakOff);
}

/**
 * Post to a route, and return what it answers.
 * @template {keyof Api.Post} Path
 * @param {Path} path
 * @param {Api.Post[Path]["body"]} body
 * @param {Options} [options]
 * @returns {Promise<Api.Post[Path]["answer"]>}
 */
export async function post(path, body, options) {
  return (await send("POST", path, body ?? {}, options)).json().catch(breakOff);
}

/**
 * Post to a route, and return its answer as text.
 * @template {keyof Api.Post} Path
 * @param {Path} path
 * @param {Api.Post[Path]["body"]} body
 * @returns {Promise<string>}
 */
export async function postText(path, body) {
  return (await send("POST", path, body)).text().catch(breakOff);
}

/**
 * Delete what a path names, and return what is answered.
 * @template {keyof Api.Delete} Path
 * @param {Path} path
 * @param {Options} [options]
 * @returns {Promise<Api.Delete[Path]["answer"]>}
 */
export async function remove(path, options) {
  return (await send("DELETE", path, undefined, options)).json().catch(breakOff);
}

/**
 * Return the address of a route.
 * @param {string} path
 * @param {Options["params"]} [params]
 * @param {Options["query"]} [query]
 */
export function address(path, params = {}, query = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]));
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${ROOT}${filled}${asked.size ? `?${asked}` : ""}`;
}

/** @param {string} method @param {string} path @param {unknown} body @param {Options} [options] */
async function send(method, path, body, options = {}) {
  for (let patience = MOST_PATIENCE; ; patience--) {
    const response = await request(method, path, body, options);
    if (response.ok) return response;
    if (response.status !== 429 || !patience) {
      const answer = await response.json().catch(() => null);
      throw new ApiError(answer?.error ?? `the card room answers ${response.status}`, response.status);
    }
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    options.signal?.throwIfAborted();
  }
}

/** @param {string} method @param {string} path @param {unknown} body @param {Options} options */
async function request(method, path, body, { params, query, token, signal }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    return await fetch(address(path, params, query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("the card room does not answer", 0);
  }
}

/** @returns {never} */
function breakOff() {
  throw new ApiError("the card room's answer broke off", 0);
}

/** A request that was refused, with its status; 0 if there was no answer. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
