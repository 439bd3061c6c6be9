import type { RejectedReason } from "@kestrel/protocol";
import { isObject, type LooseValue, plain } from "../json/loose-value.ts";
import { findProblem, type Problem } from "../schema/find-problem.ts";
import { remembering } from "../schema/read-schema.ts";
import type { JSONSchema, MendedArguments } from "../shapes.ts";
import { coerce } from "./coerce.ts";
import { withJsonTexts } from "./json-text.ts";
import { unwrap } from "./unwrap.ts";

/** Most characters of what came that an error shows again. */
export const mostGot = 200;

/** At most `length` characters, never half of one. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, length * 2 + 2)];
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

/** Four parts for text that could not be read at all. */
export function unreadable(reason: string, got: string): RejectedReason {
  return {
    reason: `the arguments ${reason}`,
    expected: "one complete JSON object.",
    got: shortened(got, mostGot),
    hint: "call again with valid JSON; escape quotes and newlines inside strings.",
  };
}

/** Arguments that were read, brought to their schema without loss or guess. `valid`: they were JSON as they came. */
export function fitArguments(
  value: LooseValue,
  schema: JSONSchema | undefined,
  { valid = false } = {},
): MendedArguments {
  if (!schema || !isObject(schema)) return { ok: true, value: plain(value) };
  const bare = unwrap(value, schema);
  if (bare === "ambiguous") {
    const problem = { path: "", reason: "come in two different versions", expected: schema, got: value };
    return { ok: false, why: explained(problem) };
  }
  const fitted = coerce(valid ? withJsonTexts(bare, schema) : bare, schema, schema);
  const problem = findProblem(fitted, schema);
  return problem ? { ok: false, why: explained(problem) } : { ok: true, value: plain(fitted) };
}
