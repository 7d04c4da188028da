/** Stand-ins for what browsers have, so that the pages' libraries run in Node. */

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
};
globalThis.location = new URL("http://room.test/");

export const STATIC = new URL("../../src/fivebet/web/static/", import.meta.url);

/** Import a module of the pages. */
export function load(path) {
  return import(new URL(path, STATIC));
}

/** A component that is on the page until it leaves. */
export class FakeComponent {
  isShown = true;
  updates = 0;
  cleanups = [];

  update() {
    this.updates += 1;
  }

  onLeave(cleanup) {
    this.cleanups.push(cleanup);
  }

  leave() {
    this.isShown = false;
    this.cleanups.forEach((cleanup) => cleanup());
  }
}

/** Answer all requests with a function of address and options, and return the list of requests. */
export function answerWith(answer) {
  const asked = [];
  globalThis.fetch = async (address, options) => {
    asked.push({ address, ...options });
    return answer(address, options);
  };
  return asked;
}

/** Return a response as the server sends it. */
export function json(value, status = 200) {
  return new Response(JSON.stringify(value), { status });
}

/** Return a promise and the functions that settle it. */
export function deferred() {
  let resolve, reject;
  const promise = new Promise((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}
