import type { ToolEntry } from "@kestrel/protocol";

/** A call that was answered, as far as guards look at it. */
export type AnsweredCall = Pick<
  ToolEntry,
  "callId" | "tool" | "arguments" | "status" | "content" | "exitCode" | "resultDigest" | "changes" | "folded"
>;

/** Longer arguments hold a file: models that repeat one do not shuffle its keys. UTF-16 units. */
const longestSorted = 4_000;

/** Equal for calls that asked the same and came to the same, whatever the order of their keys. */
export function signatureOf({ tool, arguments: text, resultDigest = "" }: AnsweredCall): string {
  const asked = text.length > longestSorted ? text : sortedJson(parsed(text));
  return `${tool}\0${asked}\0${resultDigest}`;
}

/** Those that have their answer, in the order they were made. */
export function answered(calls: readonly ToolEntry[]): ToolEntry[] {
  return calls.filter(({ resultDigest }) => resultDigest !== undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}
