import { parseJson } from "@kestrel/text";
import { duplicateKey } from "../json/duplicate-key.ts";
import { isObject, type LooseValue } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import type { JSONSchema, MendedArguments } from "../shapes.ts";
import { fitArguments, unreadable } from "./fit-arguments.ts";
import { readArguments } from "./read-arguments.ts";
import { unwrap } from "./unwrap.ts";

/** What JSON begins with. The text of an exception is dear, and a reply may hold thousands of bare words. */
const jsonAhead = /^\s*["{[\d\-tfn]/;

function parsed(text: string): { value: LooseValue } | undefined {
  if (!jsonAhead.test(text)) return undefined;
  try {
    return { value: parseJson(text) as LooseValue };
  } catch {
    // expected: text that is no JSON
    return undefined;
  }
}

function repair(text: string, schema: JSONSchema | undefined): MendedArguments {
  const whole = parsed(text);
  const valid = whole && duplicateKey(text) === undefined ? whole : undefined;
  if (valid && !schema) return { ok: true, value: valid.value };
  if (valid && schema && unwrap(valid.value, schema) === valid.value && !findProblem(valid.value, schema)) {
    return { ok: true, value: valid.value };
  }
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
