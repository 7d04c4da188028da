import { get } from "./api.js";
import { formatError } from "./format.js";
import { read, write } from "./settings.js";

const JOBS = "fivebet.jobs";
const MOST_KEPT = 100;

/** What each component follows: one job at a time. @type {WeakMap<object, AbortController>} */
const following = new WeakMap();

/** @typedef {Pick<Api.Get["/solutions/{id}"]["answer"], "status" | "version">} Job */
/** @typedef {"/contests/{number}" | "/papers/{name}" | "/reviews/{number}" | "/solutions/{id}" | "/library/flops/{chart}/runs"} JobPath */

/**
 * Follow a job until it is over, the component leaves the page, or it follows another one.
 * The server answers as soon as there is news; a lost connection is tried again.
 *
 * @template {JobPath} Path
 * @param {import("./component.js").Component} component
 * @param {Path} path
 * @param {Record<string, string>} params
 * @param {(answer: Api.Get[Path]["answer"]) => void} take
 * @param {(problem: string) => void} complain
 * @param {string} [token]
 */
export async function follow(component, path, params, take, complain, token) {
  const stop = new AbortController();
  following.get(component)?.abort();
  following.set(component, stop);
  component.onLeave(() => stop.abort());
  let version = -1;
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      const answer = await get(path, { params, query: { after: version, wait: 20 }, token, signal: stop.signal });
      failures = 0;
      take(answer);
      const job = "run" in answer && typeof answer.run === "object" ? answer.run : /** @type {Job} */ (answer);
      if (!job || isOver(job.status)) return;
      version = job.version;
    } catch (error) {
      if (stop.signal.aborted) return;
      const { status } = /** @type {import("./api.js").ApiError} */ (error);
      if (status || ++failures > 5) {
        complain(formatError(error));
        return;
      }
      await new Promise((done) => setTimeout(done, 500 * failures));
    }
  }
}

/**
 * Remember the token that stops a job which this browser has started.
 * @param {string} job
 * @param {string | undefined} token
 */
export function keepJob(job, token) {
  if (!token) return;
  const { [job]: _, ...others } = read(JOBS) ?? {};
  write(JOBS, { ...Object.fromEntries(Object.entries(others).slice(1 - MOST_KEPT)), [job]: token });
}

/** Remember the token that stops a solve, and deletes its tree where nobody has solved the spot before. @param {Api.StartedSolveResponse} solve */
export function keepSolve({ id, token, owner }) {
  keepJob(`solve ${id}`, token);
  if (owner) keepJob(`tree ${id}`, token);
}

/** Return the token that stops a job, if this browser has started it. @param {string} job @returns {string | undefined} */
export function jobToken(job) {
  return read(JOBS)?.[job];
}

/** Tell whether a job with this status has ended. @param {string} status */
export function isOver(status) {
  return ["finished", "stopped", "failed"].includes(status);
}
