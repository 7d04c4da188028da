/**
 * Templates that escape what is put into them, and update in place.
 *
 *     render(html`<p class=${kind}>${text}</p>`, place)
 *
 * A template is parsed once, from its fixed text alone: data never meets the parser. What
 * is put into it becomes text, nodes, attributes, properties (`.value=${…}`), switches
 * (`?disabled=${…}`), styles (`style=${{'--x': '3'}}`) or listeners (`@click=${…}`).
 * Rendering the same template again changes only what differs. Line breaks beside tags and
 * beside what is put in are dropped, so that templates can be broken into lines anywhere.
 */

/** @typedef {{ node: Node, name: string, kind: "child" | "attribute" | "property" | "switch" | "listener" | "style", listener?: Listener }} Hole */
/** @typedef {EventListenerObject & { handle: unknown }} Listener */

const MARK = "fb-hole";
const NAMED = /(\s)([@.?]?[\w:-]+)=$/;

/** What `html` and `svg` make. Data, whatever its shape, is never one of these. */
export class Template {
  /**
   * @param {TemplateStringsArray} strings
   * @param {unknown[]} values
   * @param {{ svg?: boolean, key?: unknown }} [options]
   */
  constructor(strings, values, { svg = false, key } = {}) {
    this.strings = strings;
    this.values = values;
    this.svg = svg;
    this.key = key;
  }
}

/**
 * Make a template of HTML.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function html(strings, ...values) {
  return new Template(strings, values);
}

/**
 * Make a template of what stands inside an SVG picture.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function svg(strings, ...values) {
  return new Template(strings, values, { svg: true });
}

/**
 * Give a template a key, so that it keeps its nodes when its list changes order.
 * @param {unknown} key
 * @param {Template} template
 */
export function keyed(key, { strings, values, svg }) {
  return new Template(strings, values, { svg, key });
}

/** @type {WeakMap<TemplateStringsArray, { template: HTMLTemplateElement, holes: { path: number[], name: string, kind: Hole["kind"] }[] }>} */
const parsed = new WeakMap();

/** Parse a template's fixed text and find its holes. @param {Template} template */
function parse({ strings, svg }) {
  const known = parsed.get(strings);
  if (known) return known;
  const text = withoutLineBreaks(strings)
    .map((part, at) => {
      if (at === strings.length - 1) return part;
      return NAMED.test(part) ? part.replace(NAMED, `$1${MARK}-${at}="$2"`) : `${part}<!--${MARK}-${at}-->`;
    })
    .join("");
  const template = document.createElement("template");
  template.innerHTML = svg ? `<svg>${text}</svg>` : text;
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

/**
 * Drop line breaks with their indentation outside of tags: beside a tag or a hole they
 * become nothing, within text a space.
 * @param {TemplateStringsArray} strings
 */
function withoutLineBreaks(strings) {
  let inTag = false;
  return strings.map((part) => {
    const tokens = part.split(/([<>])/).map((token) => {
      if (token === "<" || token === ">") inTag = token === "<";
      if (inTag) return token;
      return token.replace(/\s*\n\s*/g, (_, from) => (from === 0 || /^\s*$/.test(token.slice(from)) ? "" : " "));
    });
    return tokens.join("");
  });
}

/** Tell from an attribute's name what its hole is. @param {string} name @returns {{ name: string, kind: Hole["kind"] }} */
function holeOf(name) {
  if (name === "style") return { name, kind: "style" };
  if (name.startsWith("@")) return { name: name.slice(1), kind: "listener" };
  if (name.startsWith(".")) return { name: name.slice(1), kind: "property" };
  if (name.startsWith("?")) return { name: name.slice(1), kind: "switch" };
  return { name, kind: "attribute" };
}

const NOTHING = Symbol("nothing yet");

/** A rendered template: its nodes and what is in its holes. */
class Instance {
  /** @param {Template} result */
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

  /** Put values into the holes; only those that differ are touched. @param {unknown[]} values */
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

  /** Return all nodes at the top, those in holes at the top among them. @returns {Node[]} */
  allNodes() {
    return this.nodes.flatMap((node) => {
      const at = this.holes.findIndex((hole) => hole.node === node && hole.kind === "child");
      const child = at < 0 ? null : this.children[at];
      return child ? [...child.allNodes(), node] : [node];
    });
  }
}

/** Put a value into a hole that is no child. @param {Hole} hole @param {unknown} value @param {unknown} before */
function set(hole, value, before) {
  const { name, kind } = hole;
  const element = /** @type {HTMLElement & Record<string, unknown>} */ (hole.node);
  if (kind === "property") {
    if (element[name] !== value) element[name] = value;
  } else if (kind === "switch") {
    element.toggleAttribute(name, Boolean(value));
  } else if (kind === "listener") {
    listen(hole, element, value);
  } else if (kind === "style") {
    restyle(element, value, before);
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, String(value));
  }
}

/** Listen once for all renderings; what is called changes with them. @param {Hole} hole @param {Element} element @param {unknown} handle */
function listen(hole, element, handle) {
  if (hole.listener) {
    hole.listener.handle = handle;
    return;
  }
  hole.listener = {
    handle,
    handleEvent(event) {
      if (typeof this.handle === "function") this.handle(event);
    },
  };
  element.addEventListener(hole.name, hole.listener);
}

/** Set the styles that are given, and remove those that no longer are. @param {HTMLElement} element @param {unknown} value @param {unknown} before */
function restyle(element, value, before) {
  const styles = /** @type {Record<string, string>} */ (value ?? {});
  for (const name of Object.keys(before && typeof before === "object" ? before : {})) {
    if (!(name in styles)) element.style.removeProperty(name);
  }
  for (const [name, each] of Object.entries(styles)) element.style.setProperty(name, each);
}

/** What stands before a comment: text, a node, a template, or a list of those. */
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
    if (value instanceof Template) this.list([value]);
    else if (Array.isArray(value)) this.list(value.filter(isShown).map(asTemplate));
    else if (value instanceof Node) this.put(value);
    else this.write(isShown(value) ? String(value) : "");
  }

  /** Show templates one after the other. @param {Template[]} templates */
  list(templates) {
    this.clearText();
    const free = new Set(this.instances);
    const byKey = new Map(this.instances.filter((each) => each.key !== undefined).map((each) => [each.key, each]));
    this.instances = templates.map((template, at) => {
      const candidate = template.key === undefined ? this.instances[at] : byKey.get(template.key);
      if (candidate && free.has(candidate) && candidate.strings === template.strings && candidate.key === template.key) {
        free.delete(candidate);
        candidate.update(template.values);
        return candidate;
      }
      return new Instance(template);
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

  /** Show a node. @param {Node} node */
  put(node) {
    if (this.node === node) return;
    this.clear();
    this.node = node;
    this.end.parentNode?.insertBefore(node, this.end);
  }

  /** Show text. @param {string} text */
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

/** Tell whether a value is shown at all. @param {unknown} value */
function isShown(value) {
  return value !== null && value !== undefined && value !== false && value !== true;
}

/** @param {unknown} value */
function asTemplate(value) {
  return value instanceof Template ? value : html`${value}`;
}

/** @type {WeakMap<Element, Child>} */
const roots = new WeakMap();

/**
 * Show a template, or a list of templates, in an element.
 * @param {Template | Template[]} template
 * @param {Element} place
 */
export function render(template, place) {
  let root = roots.get(place);
  if (!root) {
    place.replaceChildren();
    const end = document.createComment("");
    place.append(end);
    root = new Child(end);
    roots.set(place, root);
  }
  root.set(template);
}
