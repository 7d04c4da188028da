import { ask } from "./api.js";
import { capital } from "./words.js";

/** What each element follows: only one thing at a time. @type {WeakMap<object, AbortController>} */
const following = new WeakMap();

/**
 * Follow long work by its address until it is over, the element leaves the page, or it
 * follows something else. The server answers as soon as there is news; a lost connection is
 * tried again.
 *
 * @param {import("./element.js").Piece} piece
 * @param {string} path
 * @param {(told: any) => void} take
 * @param {(message: string) => void} complain
 */
export async function follow(piece, path, take, complain) {
  const stop = new AbortController();
  following.get(piece)?.abort();
  following.set(piece, stop);
  piece.finally(() => stop.abort());
  let version = -1;
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      const told = await ask(`${path}?after=${version}&wait=20`, { signal: stop.signal });
      failures = 0;
      const job = "run" in told && told.run !== null && typeof told.run === "object" ? told.run : told;
      version = job.version;
      take(told);
      if (over(job.status)) return;
    } catch (error) {
      if (stop.signal.aborted) return;
      const status = /** @type {any} */ (error).status;
      if (status || ++failures > 5) {
        complain(/** @type {Error} */ (error).message);
        return;
      }
      await new Promise((done) => setTimeout(done, 500 * failures));
    }
  }
}

/** @param {string} status */
export function over(status) {
  return ["finished", "stopped", "failed"].includes(status);
}

/** @param {unknown} error */
export function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  return capital(text) + (/[.!?…]$/.test(text) ? "" : ".");
}
