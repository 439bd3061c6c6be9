import { hasKey, isObject, type LooseObject, type LooseValue, Spelled, setKey } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import { allowedTypes, propertiesOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { coerce } from "./coerce.ts";
import { bareName, isOtherName } from "./parameter-names.ts";

/** Parameters whose text is looked up, run or compared: the JSON of an object is never the name of one. */
const lookedUp = ["path", "command", "pattern", "glob", "cwd", "url", "source", "destination", "language"];
const lookedUpWords =
  /(?:^|[_-]|(?<=[a-z])(?=[A-Z]))(?:names?|id|key|title|type|mode|file|dir|folder|branch|host|user|command)$/i;

/**
 * The arguments with the JSON of an object or a list where only a text is wanted, two spaces deep, numbers spelled as they came; not
 * where the parameter's text names a thing. Only for arguments that are valid JSON: in damaged ones an object may be what is
 * left of a text.
 */
export function withJsonTexts(value: LooseValue, schema: JSONSchema): LooseValue {
  if (!isObject(value)) return value;
  const known = propertiesOf(resolved(schema, schema), schema);
  const result: LooseObject = {};
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    const parameter = hasKey(known, key) ? key : Object.keys(known).find((name) => means(key, name));
    const expected = parameter === undefined ? undefined : known[parameter];
    setKey(
      result,
      key,
      expected && wantsText(item, parameter ?? key, expected, schema) ? written(item) : item,
    );
  }
  return result;
}

function means(key: string, name: string): boolean {
  return bareName(key) === bareName(name) || isOtherName(key, name);
}

function wantsText(item: LooseValue, parameter: string, expected: JSONSchema, root: JSONSchema): boolean {
  if (!isObject(item) && !Array.isArray(item)) return false;
  if (lookedUpWords.test(parameter) || lookedUp.some((name) => means(parameter, name))) return false;
  if (!allowedTypes(expected, root)?.has("string")) return false;
  return findProblem(coerce(item, expected, root), expected, root) !== undefined;
}

function written(value: LooseValue, lineBreak = "\n"): string {
  if (value instanceof Spelled)
    return isJsonNumber(value.spelling) ? value.spelling : JSON.stringify(value.value);
  const inner = `${lineBreak}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + written(item, inner));
    return items.length === 0 ? "[]" : `[${items.join(",")}${lineBreak}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${written(item, inner)}`,
  );
  return members.length === 0 ? "{}" : `{${members.join(",")}${lineBreak}}`;
}

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}
