import { routes } from "../routes.js";

/** @typedef {import("../routes.js").Route} Route */

/**
 * Find the page of an address, and the parts of the address that have names.
 * @param {string} path
 * @returns {{ route: Route, params: Record<string, string> } | null}
 */
export function match(path) {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const expected = route.path.split("/").filter(Boolean);
    if (expected.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = expected.every((part, at) => {
      if (!part.startsWith(":")) return part === parts[at];
      const value = decoded(parts[at]);
      params[part.slice(1)] = value ?? "";
      return value !== null;
    });
    if (fits) return { route, params };
  }
  return null;
}

/** Decode a part of an address; null if it cannot be decoded, like %E0. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Go to another page without loading the shell again.
 * @param {string} path
 * @param {{ replace?: boolean }} [options]
 */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new Event("fb-navigate"));
}

/** Follow links within the card room without loading the shell again. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !match(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  addEventListener("popstate", () => dispatchEvent(new Event("fb-navigate")));
}
