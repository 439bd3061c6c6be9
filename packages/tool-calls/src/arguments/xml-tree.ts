import { skipBlanks } from "../json/blanks.ts";
import { hasKey, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";

const opener = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})>/uy;
const maximumDepth = 20;
const maximumSize = 200_000;

type Element = { name: string; value: LooseValue; end: number };

function readElement(text: string, at: number, depth: number): Element | undefined {
  opener.lastIndex = at;
  const match = depth > maximumDepth ? null : opener.exec(text);
  const name = match?.[1];
  if (!match || name === undefined) return undefined;
  const inner = at + match[0].length;
  const closer = `</${name}>`;
  const tree = readElements(text, inner, depth + 1);
  if (tree && text.startsWith(closer, tree.end)) {
    return { name, value: tree.value, end: tree.end + closer.length };
  }
  const end = text.indexOf(closer, inner);
  return end < 0 ? undefined : { name, value: text.slice(inner, end), end: end + closer.length };
}

/** Elements next to each other: a list if all are called `item`, else an object; what repeats becomes a list. */
function readElements(
  text: string,
  from: number,
  depth: number,
): { value: LooseValue; end: number } | undefined {
  const elements: Element[] = [];
  let at = skipBlanks(text, from);
  for (let one = readElement(text, at, depth); one; one = readElement(text, at, depth)) {
    elements.push(one);
    at = skipBlanks(text, one.end);
  }
  if (elements.length === 0) return undefined;
  if (elements.every((one) => one.name === "item"))
    return { value: elements.map((one) => one.value), end: at };
  const object: LooseObject = {};
  const repeated = new Set<string>();
  for (const { name, value } of elements) {
    const earlier = hasKey(object, name) ? object[name] : undefined;
    if (earlier === undefined) setKey(object, name, value);
    else
      setKey(object, name, [...(repeated.has(name) && Array.isArray(earlier) ? earlier : [earlier]), value]);
    if (earlier !== undefined) repeated.add(name);
  }
  return { value: object, end: at };
}

/** A value written as nested elements, `<city>Paris</city><tags><item>a</item></tags>`; `undefined` if it is not. */
export function readXmlTree(text: string): LooseValue | undefined {
  if (text.length > maximumSize || text[skipBlanks(text, 0)] !== "<") return undefined;
  const tree = readElements(text, 0, 0);
  return tree && tree.end >= text.length ? tree.value : undefined;
}
