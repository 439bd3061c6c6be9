import type { Draft, Sight } from "./draft.ts";
import { readJsonCalls } from "./read-json-calls.ts";

const maximumLength = 20_000;
const maximumTries = 8;

/** Calls in JSON whose opening mark was lost, `{…}</tool_call>`: those that fill the lines before the mark at `at`. */
export function readOrphan(
  sight: Sight,
  from: number,
  at: number,
): { drafts: Draft[]; start: number } | undefined {
  const { text, tools } = sight;
  const end = text.slice(Math.max(from, at - 200), at).trimEnd();
  if (!/[}\]]$/.test(end)) return undefined;
  const first = Math.max(from, at - maximumLength);
  const before = text.slice(first, at);
  let start = at;
  for (let tries = 0; tries < maximumTries && start > first; tries += 1) {
    const line = start - first - 1 < 0 ? -1 : before.lastIndexOf("\n{", start - first - 2);
    start = line < 0 ? first : first + line + 1;
    const reading = text[start] === "{" ? readJsonCalls(sight, start, false, at) : undefined;
    if (reading?.ending !== "complete" || text.slice(reading.end, at).trim() !== "") continue;
    if (reading.drafts.every((draft) => tools.find(draft.name))) return { drafts: reading.drafts, start };
  }
  return undefined;
}
