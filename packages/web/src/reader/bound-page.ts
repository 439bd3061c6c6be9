import type { Part, Walked } from "@mixmark-io/domino";

/** UTF-16 units of an attribute, about the URL limit of browsers and servers. Pictures embedded in a page are far longer. */
export const longestAttribute = 2_048;

/**
 * UTF-16 units of a serialized page, with a surcharge for each node's memory. When one string does not fit into a thread's heap, V8 ends
 * the whole process and not the thread: no string may come near 16 MiB.
 */
const mostWritten = 8 * 1024 * 1024;
const perNode = 32;
/** Markdown cost of each line per enclosing list or quotation. */
const perIndent = 4;
const indents = new Set(["UL", "OL", "BLOCKQUOTE"]);

/** Limits the serialized size, however few bytes the page has: removes long attributes, and all content after the limit. */
export function boundPage(root: Walked): void {
  let left = mostWritten;
  let depth = 0;
  for (let node: Walked | null = root; node; ) {
    if (node.nodeType === 1) dropLong(node);
    left -= costOf(node, depth);
    if (left < 0) {
      removeFrom(node, root);
      return;
    }
    if (node.firstChild) {
      depth += indents.has(node.nodeName) ? 1 : 0;
      node = node.firstChild;
      continue;
    }
    while (node !== root && !node.nextSibling && node.parentNode) {
      node = node.parentNode;
      depth -= indents.has(node.nodeName) ? 1 : 0;
    }
    node = node === root ? null : node.nextSibling;
  }
}

function dropLong(element: Part): void {
  for (const name of element.getAttributeNames())
    if (name.length + (element.getAttribute(name) ?? "").length > longestAttribute)
      element.removeAttribute(name);
}

function costOf(node: Walked, depth: number): number {
  const lines = 1 + (node.nodeType === 3 ? count(node.data ?? "", /\n/g) : 0);
  const around = perNode + lines * depth * perIndent;
  if (node.nodeType !== 1) return around + written(node.data ?? "");
  return node
    .getAttributeNames()
    .reduce(
      (sum, name) => sum + name.length + 4 + written(node.getAttribute(name) ?? ""),
      around + 2 * node.nodeName.length + 5,
    );
}

/** Its serialized length, with each escaped character counted as `&quot;`. */
function written(text: string): number {
  return text.length + 5 * count(text, /["&<>\u00a0]/g);
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) found++;
  return found;
}

function removeFrom(node: Walked, root: Walked): void {
  for (let last: Walked | null = node; last && last !== root; last = last.parentNode)
    while (last.nextSibling) last.nextSibling.remove();
  if (node !== root) node.remove();
}
