import { skipBlanks } from "../json/blanks.ts";
import { isObject, type LooseValue, plain } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { findProblem } from "../schema/find-problem.ts";
import type { JSONSchema, MendedArguments } from "../shapes.ts";
import { fitArguments, unreadable } from "./fit-arguments.ts";
import { readArguments } from "./read-arguments.ts";
import { unwrap } from "./unwrap.ts";

/** What valid JSON holds; `undefined` where anything would have to be repaired. */
export function parsed(text: string): { value: LooseValue } | undefined {
  const reading = readJson(text, 0);
  const whole = reading.strict && skipBlanks(text, reading.end) >= text.length;
  return whole ? { value: reading.value } : undefined;
}

function repair(text: string, schema: JSONSchema | undefined): MendedArguments {
  const valid = parsed(text);
  if (valid && !schema) return { ok: true, value: plain(valid.value) };
  if (valid && schema && unwrap(valid.value, schema) === valid.value && !findProblem(valid.value, schema))
    return { ok: true, value: plain(valid.value) };
  const reading = readArguments(text, schema);
  if (!reading.ok) return { ok: false, why: unreadable(reading.reason, text) };
  return fitArguments(reading.value, schema, { valid: valid !== undefined });
}

/** Reads the arguments of a call; repairs only what is broken and never guesses. Never throws. */
export function mendArguments(text: string, schema?: JSONSchema): MendedArguments {
  const known = isObject(schema) ? schema : undefined;
  try {
    const source = typeof text === "string" ? text : text === undefined ? "" : (JSON.stringify(text) ?? "");
    return repair(source, known);
  } catch (fault) {
    return { ok: false, why: unreadable("could not be read", String(text)), fault };
  }
}
