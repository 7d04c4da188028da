import { routes } from "../routes.js";

/** @typedef {import("../routes.js").Route} Route */

/**
 * The page of an address and the parts of it that have names.
 * @param {string} path
 * @returns {{ route: Route, params: Record<string, string> } | null}
 */
export function match(path) {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = wanted.every((part, at) => {
      if (!part.startsWith(":")) return part === parts[at];
      const value = decoded(parts[at]);
      params[part.slice(1)] = value ?? "";
      return value !== null;
    });
    if (fits) return { route, params };
  }
  return null;
}

/** Null for what no address can mean, like %E0. @param {string} part */
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
 * @param {{ replace?: boolean }} [how]
 */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new Event("fb-moved"));
}

/** Links within the room are followed here; others as usual. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !match(link.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  addEventListener("popstate", () => dispatchEvent(new Event("fb-moved")));
}
