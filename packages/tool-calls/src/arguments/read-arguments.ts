import { fuelFor, skipBlanks, skipComments } from "../json/blanks.ts";
import { isNull, isObject, type LooseValue, sameValue } from "../json/loose-value.ts";
import { readJson, readMembers } from "../json/read-json.ts";
import { parameterNames, requiredOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { hasMisplacedKeys } from "./misplaced-keys.ts";
import { peelText } from "./peel-text.ts";
import { readKeyLines } from "./read-key-lines.ts";

/** Arguments as they were written, before the schema has its say. */
export type ArgumentsReading = { ok: true; value: LooseValue } | { ok: false; reason: string };

const leftovers = /^(?:\s|[}\])]|<\/?[|｜]?[\w:▁｜ -]{1,40}[|｜]?>|\[\/?[A-Z_]{2,20}\]|```|;)*$/;

/** Members without their braces: `"path": …`, `path='…'`. */
const firstMember = /^(?:["'][\w-]+["']\s*:|[A-Za-z_]\w{0,80}\s*=\s*["'[{\w.+-])/;

/** What a model says after its arguments: whole sentences, without a mark that could be data. */
const prose = /^(?:\s*\n\s*\S|\s+[\p{L}])[^{}[\]"`<>]*[.!?。！？]\s*$|^[.!?。！？]\s*$/u;

const maximumProse = 2000;

/** A parameter without quotes, and its value: no words that introduce an object. */
const bareMember = /^\s{0,200}([A-Za-z_]\w{0,80})\s{0,40}[:：]\s{0,40}["'{[\d]/;

/** The names by which a lost quote is told from text. */
function keysOf(schema: JSONSchema | undefined): ReadonlySet<string> | "any" {
  const names = schema && parameterNames(schema);
  return names && names.size > 0 ? names : "any";
}

function empty(schema: JSONSchema | undefined, written?: LooseValue): ArgumentsReading {
  if (written !== undefined && !schema) return { ok: true, value: written };
  if (schema && requiredOf(resolved(schema, schema), schema).length === 0) return { ok: true, value: {} };
  return { ok: false, reason: "are empty" };
}

/** `{}{"path":…}` and the same object twice are one; two different ones are a contradiction. */
function merge(first: LooseValue, second: LooseValue): ArgumentsReading {
  const isEmpty = (value: LooseValue) => isObject(value) && Object.keys(value).length === 0;
  if (isEmpty(first) || sameValue(first, second)) return { ok: true, value: second };
  if (isEmpty(second)) return { ok: true, value: first };
  return { ok: false, reason: "contain two different objects" };
}

/** Reads what a model wrote where a JSON object belongs. */
export function readArguments(given: string, schema: JSONSchema | undefined, depth = 0): ArgumentsReading {
  const keys = keysOf(schema);
  const bare = bareMember.exec(given)?.[1];
  const isMember = bare !== undefined && keys !== "any" && keys.has(bare);
  const text = isMember ? given : peelText(given);
  const at = skipBlanks(text, 0);
  if (at >= text.length) return empty(schema);
  const settings = { fuel: fuelFor(text), python: true, keys };
  const lines = readKeyLines(text);
  if (lines) return { ok: true, value: lines };
  const memberFirst = isMember || firstMember.test(text.slice(at, at + 120));
  const reading = memberFirst ? readMembers(text, at, settings) : readJson(text, at, settings);
  if (reading.twice !== undefined)
    return { ok: false, reason: `give "${reading.twice.slice(0, 60)}" twice, with different values` };
  if (reading.ending === "cut") return { ok: false, reason: "end in the middle of a value" };
  if (reading.ending === "broken") return { ok: false, reason: "are not valid JSON" };
  if (reading.ending === "open" && schema && hasMisplacedKeys(reading.value, schema, schema))
    return { ok: false, reason: "lack a closing brace in the middle" };
  if (typeof reading.value === "string" && depth < 3 && /^\s*["{]/.test(reading.value)) {
    const inner = readArguments(reading.value, schema, depth + 1);
    if (inner.ok && isObject(inner.value)) return inner;
  }
  if (isNull(reading.value) && /^(?:null|None)\s*$/.test(text.slice(at))) return empty(schema, null);
  const rest = text.slice(reading.end);
  if (leftovers.test(rest.slice(0, 500)) && rest.length <= 500) return { ok: true, value: reading.value };
  const next = skipBlanks(text, reading.end);
  const behind = skipComments(text, reading.end, text.length);
  if (
    isObject(reading.value) &&
    (behind >= text.length ||
      /^\s*[,;，；]\s*$/.test(rest) ||
      (rest.length <= maximumProse && prose.test(rest)))
  )
    return { ok: true, value: reading.value };
  if (text[next] === "{" && isObject(reading.value)) {
    const second = readJson(text, next, settings);
    if (second.ending === "complete" && leftovers.test(text.slice(second.end, second.end + 500))) {
      return merge(reading.value, second.value);
    }
  }
  return { ok: false, reason: "have more text after the JSON" };
}
