const jsonTypes = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** What tools written by hand in other languages call the types of JSON. */
const otherNames: Record<string, string> = {
  str: "string",
  text: "string",
  char: "string",
  varchar: "string",
  int: "integer",
  long: "integer",
  int32: "integer",
  int64: "integer",
  uint: "integer",
  float: "number",
  float32: "number",
  float64: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  list: "array",
  tuple: "array",
  set: "array",
  sequence: "array",
  dict: "object",
  map: "object",
  mapping: "object",
  struct: "object",
  none: "null",
  nonetype: "null",
};

/** The parts of `A, B` and `A | B` that are not inside brackets. */
function parts(text: string, separator: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "[" || char === "<") depth += 1;
    else if (char === "]" || char === ">") depth -= 1;
    else if (char === separator && depth === 0) {
      found.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...found, text.slice(from)];
}

function union(names: string[], depth: number): string[] | undefined {
  const types = names.map((name) => typesNamed(name, depth + 1));
  return types.every((some) => some !== undefined) ? types.flat() : undefined;
}

function typesNamed(given: string, depth: number): string[] | undefined {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/^typing\./, "");
  if (jsonTypes.has(name)) return [name];
  if (depth > 4 || name.length > 200) return undefined;
  const alternatives = parts(name, "|");
  if (alternatives.length > 1) return union(alternatives, depth);
  const generic = /^([a-z0-9_]+)\s*[[<](.*)[\]>]$/.exec(name);
  const head = generic?.[1] ?? name;
  if (generic && head === "optional") return union([generic[2] ?? "", "null"], depth);
  if (generic && head === "union") return union(parts(generic[2] ?? "", ","), depth);
  const known = Object.hasOwn(otherNames, head) ? otherNames[head] : undefined;
  return known === undefined ? undefined : [known];
}

/** The JSON types that a type's name means: JSON's own, Python's and their like; `undefined` if nobody knows it. */
export function typesOf(name: string): string[] | undefined {
  return jsonTypes.has(name) ? [name] : typesNamed(name, 0);
}
