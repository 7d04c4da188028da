/**
 * Templates that escape, and update in place.
 *
 *     render(html`<p class=${kind}>${text}</p>`, place)
 *
 * A template is parsed once, from its fixed text alone: data never meets the parser. What
 * is put into it becomes text, nodes, attributes, properties (`.value=${…}`), switches
 * (`?disabled=${…}`), styles (`style=${{'--x': '3'}}`) or listeners (`@click=${…}`).
 * Rendering the same template again changes only what differs.
 */

/** @typedef {{ strings: TemplateStringsArray, values: unknown[], key?: unknown, svg?: boolean }} Result */
/** @typedef {{ node: Node, name: string, kind: "child" | "attribute" | "property" | "switch" | "listener" | "style" }} Hole */

const MARK = "fb-hole";
const NAMED = /(\s)([@.?]?[\w:-]+)=$/;

/**
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 * @returns {Result}
 */
export function html(strings, ...values) {
  return { strings, values };
}

/**
 * A template of what stands inside an SVG picture.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 * @returns {Result}
 */
export function svg(strings, ...values) {
  return { strings, values, svg: true };
}

/**
 * The same template for a thing that keeps its nodes when a list changes its order.
 * @param {unknown} key
 * @param {Result} result
 * @returns {Result}
 */
export function keyed(key, result) {
  return { ...result, key };
}

/** @type {WeakMap<TemplateStringsArray, { template: HTMLTemplateElement, holes: { path: number[], name: string, kind: Hole["kind"] }[] }>} */
const parsed = new WeakMap();

/** @param {Result} result */
function parse({ strings, svg }) {
  const known = parsed.get(strings);
  if (known) return known;
  let text = "";
  strings.forEach((part, at) => {
    if (at === strings.length - 1) text += part;
    else if (NAMED.test(part)) text += part.replace(NAMED, `$1${MARK}-${at}="$2"`);
    else text += `${part}<!--${MARK}-${at}-->`;
  });
  const template = document.createElement("template");
  template.innerHTML = svg ? `<svg>${text.trim()}</svg>` : text.trim();
  if (svg) {
    const wrapping = /** @type {Element} */ (template.content.firstChild);
    template.content.replaceChildren(...wrapping.childNodes);
  }
  /** @type {{ path: number[], name: string, kind: Hole["kind"] }[]} */
  const holes = [];
  /** @param {Node} node @param {number[]} path */
  const walk = (node, path) => {
    if (node instanceof Comment && node.data.startsWith(`${MARK}-`)) {
      holes[Number(node.data.slice(MARK.length + 1))] = { path, name: "", kind: "child" };
    } else if (node instanceof Element) {
      for (const { name, value } of [...node.attributes]) {
        if (!name.startsWith(`${MARK}-`)) continue;
        node.removeAttribute(name);
        holes[Number(name.slice(MARK.length + 1))] = { path, ...holeOf(value) };
      }
    }
    node.childNodes.forEach((child, at) => walk(child, [...path, at]));
  };
  walk(template.content, []);
  const found = { template, holes: [...holes].filter(Boolean) };
  if (found.holes.length !== strings.length - 1) {
    throw new Error(`a template has a hole where none can be: ${text}`);
  }
  parsed.set(strings, found);
  return found;
}

/** @param {string} name @returns {{ name: string, kind: Hole["kind"] }} */
function holeOf(name) {
  if (name === "style") return { name, kind: "style" };
  if (name.startsWith("@")) return { name: name.slice(1), kind: "listener" };
  if (name.startsWith(".")) return { name: name.slice(1), kind: "property" };
  if (name.startsWith("?")) return { name: name.slice(1), kind: "switch" };
  return { name, kind: "attribute" };
}

const NOTHING = Symbol("nothing yet");

/** One rendered template: its nodes and what is in its holes. */
class Instance {
  /** @param {Result} result */
  constructor(result) {
    const { template, holes } = parse(result);
    this.strings = result.strings;
    this.key = result.key;
    const content = /** @type {DocumentFragment} */ (document.importNode(template.content, true));
    /** @type {Hole[]} */
    this.holes = holes.map(({ path, name, kind }) => ({
      node: path.reduce((node, at) => /** @type {Node} */ (node.childNodes[at]), /** @type {Node} */ (content)),
      name,
      kind,
    }));
    /** @type {unknown[]} */
    this.values = holes.map(() => NOTHING);
    /** @type {(Child | null)[]} */
    this.children = this.holes.map((hole) => (hole.kind === "child" ? new Child(/** @type {Comment} */ (hole.node)) : null));
    this.content = content;
    this.nodes = [...content.childNodes];
    this.update(result.values);
  }

  /** @param {unknown[]} values */
  update(values) {
    values.forEach((value, at) => {
      const child = this.children[at];
      if (child) child.set(value);
      else if (value !== this.values[at]) set(this.holes[at], value, this.values[at]);
      this.values[at] = value;
    });
  }

  remove() {
    for (const node of this.allNodes()) node.parentNode?.removeChild(node);
  }

  /** All nodes at the top, those in holes at the top among them. @returns {Node[]} */
  allNodes() {
    return this.nodes.flatMap((node) => {
      const at = this.holes.findIndex((hole) => hole.node === node && hole.kind === "child");
      const child = at < 0 ? null : this.children[at];
      return child ? [...child.allNodes(), node] : [node];
    });
  }
}

/** @param {Hole} hole @param {unknown} value @param {unknown} before */
function set({ node, name, kind }, value, before) {
  const element = /** @type {HTMLElement & Record<string, any>} */ (node);
  if (kind === "property") {
    if (element[name] !== value) element[name] = value;
  } else if (kind === "switch") {
    element.toggleAttribute(name, Boolean(value));
  } else if (kind === "listener") {
    if (typeof before === "function") element.removeEventListener(name, /** @type {EventListener} */ (before));
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
  } else if (kind === "style") {
    for (const [key, each] of Object.entries(/** @type {Record<string, string>} */ (value ?? {}))) {
      element.style.setProperty(key, each);
    }
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, String(value));
  }
}

/** What stands before a comment: text, nodes, a template, or a list of those. */
class Child {
  /** @param {Comment} end */
  constructor(end) {
    this.end = end;
    /** @type {Instance[]} */
    this.instances = [];
    /** @type {Text | null} */
    this.text = null;
    /** @type {Node | null} */
    this.node = null;
  }

  /** @param {unknown} value */
  set(value) {
    if (isResult(value)) this.list([value]);
    else if (Array.isArray(value)) this.list(value.filter(shown).map(asResult));
    else if (value instanceof Node) this.put(value);
    else this.write(shown(value) ? String(value) : "");
  }

  /** @param {Result[]} results */
  list(results) {
    this.clearText();
    const free = new Set(this.instances);
    const byKey = new Map(this.instances.filter((each) => each.key !== undefined).map((each) => [each.key, each]));
    this.instances = results.map((result, at) => {
      const candidate = result.key === undefined ? this.instances[at] : byKey.get(result.key);
      if (candidate && free.has(candidate) && candidate.strings === result.strings && candidate.key === result.key) {
        free.delete(candidate);
        candidate.update(result.values);
        return candidate;
      }
      return new Instance(result);
    });
    free.forEach((instance) => instance.remove());
    const parent = /** @type {Node} */ (this.end.parentNode);
    /** @type {Node} */
    let next = this.end;
    for (const instance of [...this.instances].reverse()) {
      const nodes = instance.allNodes();
      if (instance.content.childNodes.length) {
        parent.insertBefore(instance.content, next);
      } else if (nodes.length && nodes[nodes.length - 1].nextSibling !== next) {
        nodes.forEach((node) => parent.insertBefore(node, next));
      }
      if (nodes.length) next = nodes[0];
    }
  }

  /** @param {Node} node */
  put(node) {
    if (this.node === node) return;
    this.clear();
    this.node = node;
    this.end.parentNode?.insertBefore(node, this.end);
  }

  /** @param {string} text */
  write(text) {
    if (this.text) {
      if (this.text.data !== text) this.text.data = text;
      return;
    }
    this.clear();
    this.text = document.createTextNode(text);
    this.end.parentNode?.insertBefore(this.text, this.end);
  }

  clearText() {
    this.text?.remove();
    this.text = null;
    if (this.node) this.node.parentNode?.removeChild(this.node);
    this.node = null;
  }

  clear() {
    this.clearText();
    this.instances.forEach((instance) => instance.remove());
    this.instances = [];
  }

  /** @returns {Node[]} */
  allNodes() {
    if (this.text) return [this.text];
    if (this.node) return [this.node];
    return this.instances.flatMap((instance) => instance.allNodes());
  }
}

/** @param {unknown} value @returns {value is Result} */
function isResult(value) {
  return typeof value === "object" && value !== null && "strings" in value && "values" in value;
}

/** @param {unknown} value */
function shown(value) {
  return value !== null && value !== undefined && value !== false && value !== true;
}

/** @param {unknown} value @returns {Result} */
function asResult(value) {
  return isResult(value) ? value : html`${value}`;
}

/** @type {WeakMap<Element, Child>} */
const roots = new WeakMap();

/**
 * Show a template, or a list of them, in an element.
 * @param {Result | Result[]} result
 * @param {Element} place
 */
export function render(result, place) {
  let root = roots.get(place);
  if (!root) {
    place.replaceChildren();
    const end = document.createComment("");
    place.append(end);
    root = new Child(end);
    roots.set(place, root);
  }
  root.set(result);
}
