import type { CallCandidate } from "../call-candidate.ts";
import { readJsonCalls } from "../dialects/json-calls.ts";
import type { ParseContext } from "../parse-context.ts";

const maximumLength = 20_000;
const maximumTries = 8;

/** Calls in JSON whose opening mark was lost, `{…}</tool_call>`: those that fill the lines before the mark at `at`. */
export function readOrphan(
  context: ParseContext,
  from: number,
  at: number,
): { candidates: CallCandidate[]; start: number } | undefined {
  const { text, tools } = context;
  const end = text.slice(Math.max(from, at - 200), at).trimEnd();
  if (!/[}\]]$/.test(end)) return undefined;
  const first = Math.max(from, at - maximumLength);
  const before = text.slice(first, at);
  let start = at;
  for (let tries = 0; tries < maximumTries && start > first; tries += 1) {
    const line = start - first - 1 < 0 ? -1 : before.lastIndexOf("\n{", start - first - 2);
    start = line < 0 ? first : first + line + 1;
    const reading = text[start] === "{" ? readJsonCalls(context, start, false, at) : undefined;
    if (reading?.ending !== "complete" || text.slice(reading.end, at).trim() !== "") continue;
    if (reading.candidates.every((candidate) => tools.find(candidate.name)))
      return { candidates: reading.candidates, start };
  }
  return undefined;
}
