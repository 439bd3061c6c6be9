import { skipBlanks } from "../json/blanks.ts";
import { type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { matchAt } from "../match-at.ts";

const opener = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})>/uy;
const maximumDepth = 20;
const maximumSize = 200_000;

type Tree = { value: LooseValue; end: number };

/** Sibling elements: a list if all are named `item`, else an object; repeated names become a list. */
function readElements(text: string, from: number, depth: number): Tree | undefined {
  const found = new Map<string, LooseValue[]>();
  let at = skipBlanks(text, from);
  for (let open = matchAt(opener, text, at); open && depth < maximumDepth; open = matchAt(opener, text, at)) {
    const name = open[1] ?? "";
    const closer = `</${name}>`;
    const inner = at + open[0].length;
    const tree = readElements(text, inner, depth + 1);
    const isTree = tree !== undefined && text.startsWith(closer, tree.end);
    const end = isTree ? tree.end : text.indexOf(closer, inner);
    if (end < 0) return undefined;
    const values = found.get(name) ?? [];
    values.push(isTree ? tree.value : text.slice(inner, end));
    found.set(name, values);
    at = skipBlanks(text, end + closer.length);
  }
  const items = found.get("item");
  if (found.size === 0) return undefined;
  if (items && found.size === 1) return { value: items, end: at };
  const value: LooseObject = {};
  for (const [name, [only, ...others]] of found)
    setKey(value, name, others.length > 0 ? [only ?? null, ...others] : (only ?? null));
  return { value, end: at };
}

/** A value as nested elements, `<city>Paris</city><tags><item>a</item></tags>`; `undefined` if it is not. */
export function readXmlTree(text: string): LooseValue | undefined {
  if (text.length > maximumSize || text[skipBlanks(text, 0)] !== "<") return undefined;
  const tree = readElements(text, 0, 0);
  return tree && tree.end >= text.length ? tree.value : undefined;
}
