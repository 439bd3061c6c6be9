import type { RejectedReason } from "@kestrel/protocol";
import { hasKey, isObject, type LooseValue, plain, sameValue } from "../json/loose-value.ts";
import { argumentKeys, decorations, nameKeys } from "../names.ts";
import { findProblem, type Problem } from "../schema/find-problem.ts";
import { propertiesOf, remembering, resolved } from "../schema/read-schema.ts";
import type { JSONSchema, MendedArguments } from "../shapes.ts";
import { coerce } from "./coerce.ts";
import { readInner } from "./convert.ts";

export const mostGot = 200;

/** At most `length` characters, never half a character. */
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

const asExpected = remembering((schema) => shortened(JSON.stringify(schema), 400));

/** A rejection's four parts for the model: what was rejected, what was expected, what was given, what to try. */
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

/** Keys allowed beside a wrapper: the rest of a call's envelope. */
const envelope = new Set([...nameKeys, ...decorations]);

/** The content of arguments with one wrapper too many, the value itself without one, or "ambiguous". */
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

/** Converts parsed arguments to their schema without loss or guesses. */
export function fitArguments(value: LooseValue, schema: JSONSchema | undefined): MendedArguments {
  if (!schema) return { ok: true, value: plain(value) };
  const bare = unwrap(value, schema);
  const ambiguous = { path: "", reason: "come in two different versions", expected: schema, got: value };
  const fitted = coerce(bare, schema, schema);
  const problem = bare === "ambiguous" ? ambiguous : findProblem(fitted, schema);
  return problem ? { ok: false, why: explained(problem) } : { ok: true, value: plain(fitted) };
}
