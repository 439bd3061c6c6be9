import type { RejectedReason } from "@kestrel/protocol";
import {
  hasKey,
  isObject,
  type LooseObject,
  type LooseValue,
  plain,
  Spelled,
  sameValue,
  setKey,
} from "../json/loose-value.ts";
import { argumentKeys, bareName, decorations, isOtherName, nameKeys } from "../names.ts";
import { findProblem, type Problem } from "../schema/find-problem.ts";
import { allowedTypes, propertiesOf, remembering, resolved } from "../schema/read-schema.ts";
import type { JSONSchema, MendedArguments } from "../shapes.ts";
import { coerce } from "./coerce.ts";
import { readInner } from "./convert.ts";

/** Most characters of what came that an error shows again. */
export const mostGot = 200;

/** At most `length` characters, never half of one. */
export function shortened(text: string, length: number): string {
  const characters = text.length <= length ? [] : [...text.slice(0, length * 2 + 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

function hint({ reason, path, expected }: Problem): string {
  const name = path.split("/").at(-1) ?? "";
  if (reason === "is missing") return `call again and give "${name}"`;
  if (reason === "is not a known parameter") return `call again without "${name}"`;
  if (Array.isArray(expected.enum)) return "use one of the listed values exactly";
  return path === ""
    ? "call again with one JSON object as arguments"
    : `call again with "${name}" as expected`;
}

const asExpected: (schema: JSONSchema) => string = remembering((schema) =>
  shortened(JSON.stringify(schema), 400),
);

/** The four parts a model needs: what was rejected, what was expected, what came, what to try. */
export function explained(problem: Problem): RejectedReason {
  const { path, reason, expected, got } = problem;
  return {
    reason: `${path === "" ? "the arguments" : path} ${reason}`,
    kind: "arguments",
    expected: `${asExpected(expected)}.`,
    got: `${shortened(JSON.stringify(plain(got)) ?? "nothing", mostGot)}.`,
    hint: `${hint(problem)}.`,
  };
}

/** What may stand beside a wrapper: the rest of a call's envelope. */
const envelope = new Set([...nameKeys, ...decorations]);

/** What arguments wrapped once too often contain, the value itself if they are not, or "ambiguous". */
export function unwrap(value: LooseValue, given: JSONSchema): LooseValue | "ambiguous" {
  const schema = resolved(given, given);
  const known = propertiesOf(schema, given);
  if (Object.keys(known).length === 0) return value;
  const asObject = (one: LooseValue | undefined) => {
    const inner = typeof one === "string" ? readInner(one, "{") : one;
    return isObject(inner) ? inner : undefined;
  };
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) return unwrap(value[0], given);
  const whole = asObject(value);
  if (!whole) return value;
  const keys = Object.keys(whole);
  const held = keys.filter((key) => argumentKeys.includes(key) && !(key in known));
  const others = keys.filter((key) => !held.includes(key));
  if (others.some((key) => !envelope.has(key))) return whole;
  if (isObject(whole.function) && !("function" in known) && held.length === 0)
    return unwrap(whole.function, given);
  if (others.some((key) => key in known) && !findProblem(whole, given)) return whole;
  const inner = held.map((key) => asObject(whole[key]));
  const first = inner[0];
  if (!first || inner.includes(undefined)) return whole;
  if (!inner.every((one) => sameValue(one, first))) return "ambiguous";
  return hasKey(first, "arguments") || hasKey(first, "input") ? unwrap(first, given) : first;
}

/** Parameters whose text is looked up, run or compared: the JSON of an object is never the name of one. */
const lookedUp = "path command pattern glob cwd url source destination language".split(" ");
const lookedUpWords =
  /(?:^|[_-]|(?<=[a-z])(?=[A-Z]))(?:names?|id|key|title|type|mode|file|dir|folder|branch|host|user|command)$/i;

function means(key: string, name: string): boolean {
  return bareName(key) === bareName(name) || isOtherName(key, name);
}

/**
 * The arguments with the JSON of an object or a list where only a text is wanted, two spaces deep, numbers spelled as they came; not
 * where the parameter's text names a thing. Only for arguments that are valid JSON: in damaged ones an object may be what is
 * left of a text.
 */
function withJsonTexts(value: LooseValue, schema: JSONSchema): LooseValue {
  if (!isObject(value)) return value;
  const known = propertiesOf(resolved(schema, schema), schema);
  const result: LooseObject = {};
  for (const [key, item] of Object.entries(value)) {
    const name = key in known ? key : (Object.keys(known).find((one) => means(key, one)) ?? key);
    const expected = known[name];
    const isText =
      expected !== undefined &&
      (isObject(item) || Array.isArray(item)) &&
      !lookedUpWords.test(name) &&
      !lookedUp.some((one) => means(name, one)) &&
      allowedTypes(expected, schema)?.has("string") &&
      findProblem(coerce(item, expected, schema), expected, schema) !== undefined;
    setKey(result, key, isText ? written(item) : item);
  }
  return result;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function written(value: LooseValue): string {
  const spelled = (one: Spelled) =>
    jsonNumber.test(one.spelling) ? one.spelling : JSON.stringify(one.value);
  const mark = (_key: string, one: unknown) => (one instanceof Spelled ? `\u0000${spelled(one)}` : one);
  return JSON.stringify(value, mark, 2).replace(/"\\u0000([^"]*)"/g, "$1");
}

/** Arguments that were read, brought to their schema without loss or guess. `valid`: they were JSON as they came. */
export function fitArguments(
  value: LooseValue,
  schema: JSONSchema | undefined,
  { valid = false } = {},
): MendedArguments {
  if (!schema) return { ok: true, value: plain(value) };
  const bare = unwrap(value, schema);
  const ambiguous = { path: "", reason: "come in two different versions", expected: schema, got: value };
  const fitted = coerce(valid ? withJsonTexts(bare, schema) : bare, schema, schema);
  const problem = bare === "ambiguous" ? ambiguous : findProblem(fitted, schema);
  return problem ? { ok: false, why: explained(problem) } : { ok: true, value: plain(fitted) };
}
