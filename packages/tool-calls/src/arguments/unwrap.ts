import { hasKey, isObject, type LooseObject, type LooseValue, sameValue } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import { propertiesOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { readInner } from "./coerce-scalar.ts";

const wrappers = [
  "arguments",
  "args",
  "input",
  "parameters",
  "params",
  "kwargs",
  "tool_input",
  "action_input",
];
/** What may stand beside a wrapper: the rest of a call's envelope. */
const envelope = new Set([
  "name",
  "tool",
  "tool_name",
  "type",
  "id",
  "function",
  "call_id",
  "tool_call_id",
  "action",
]);

function asObject(value: LooseValue | undefined): LooseObject | undefined {
  if (isObject(value)) return value;
  const inner = typeof value === "string" ? readInner(value, "{") : undefined;
  return isObject(inner) ? inner : undefined;
}

/** What arguments wrapped once too often contain, the value itself if they are not, or "ambiguous". */
export function unwrap(value: LooseValue, given: JSONSchema): LooseValue | "ambiguous" {
  const schema = resolved(given, given);
  const known = propertiesOf(schema, given);
  if (Object.keys(known).length === 0) return value;
  const whole = typeof value === "string" ? asObject(value) : value;
  if (Array.isArray(whole) && whole.length === 1 && isObject(whole[0])) return unwrap(whole[0], given);
  if (!isObject(whole)) return value;
  const keys = Object.keys(whole);
  if (keys.some((key) => key in known && !envelope.has(key))) return whole;
  if (isObject(whole.function) && !("function" in known) && keys.every((key) => envelope.has(key))) {
    return unwrap(whole.function, given);
  }
  const held = keys.filter((key) => wrappers.includes(key) && !(key in known));
  const others = keys.filter((key) => !held.includes(key));
  if (held.length === 0 || others.some((key) => !envelope.has(key))) return whole;
  if (others.some((key) => key in known) && !findProblem(whole, given)) return whole;
  const inner = held.map((key) => asObject(whole[key]));
  const first = inner[0];
  if (inner.some((one) => !one) || !first) return whole;
  if (!inner.every((one) => sameValue(one, first))) return "ambiguous";
  const nested = hasKey(first, "arguments") || hasKey(first, "input") ? unwrap(first, given) : first;
  return nested;
}
