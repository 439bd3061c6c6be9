import type { ToolEntry } from "@kestrel/session-state";

/** An answered call, with the parts that loop detection uses. `asked` is equal for equal requests. */
export type AnsweredCall = Pick<ToolEntry, "callId" | "tool" | "status" | "exitCode" | "resultDigest"> & {
  asked: string;
  /** The call's own result, without added text. */
  content: string;
  changedFiles: boolean;
};

/** Longer arguments contain a file: models that repeat one keep its key order. UTF-16 units. */
const longestSorted = 4_000;

/** Equal for equivalent arguments, independent of their key order. `text` is the source of `args`. */
export function askedBy(args: unknown, text: string): string {
  return text.length > longestSorted ? text : sortedJson(args);
}

/** Equal for calls with the same request and the same result. */
export function signatureOf({ tool, asked, resultDigest = "" }: AnsweredCall): string {
  return `${tool}\0${asked}\0${resultDigest}`;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}
