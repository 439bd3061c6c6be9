import type { CallCandidate } from "../readers/call-candidate.ts";
import type { ToolIndex } from "../readers/tool-index.ts";
import type { FoundCalls, LandedCall, ParseOptions, RefusedCall } from "../shapes.ts";
import { landCandidate } from "./land-candidate.ts";

type Finish = ParseOptions["finishReason"];

/** Tools that some models call to say that they want none. */
const noTool = /^(?:directly[-_]answer|final[-_ ]answer|none|no_tool)$/i;
/** No reply means more; a hostile one repeats itself. */
const mostRejected = 100;

export type Landed = { calls: LandedCall[]; rejected: RefusedCall[]; truncated: boolean };

/** What becomes of calls as they were written. */
export function landAll(candidates: readonly CallCandidate[], tools: ToolIndex, finish: Finish): Landed {
  const landed: Landed = { calls: [], rejected: [], truncated: false };
  for (const candidate of candidates) {
    if (landed.rejected.length >= mostRejected) break;
    const landing = landCandidate(candidate, tools, finish);
    if (landing.kind === "call") landed.calls.push(landing.call);
    else if (landing.kind === "cut") landed.truncated = true;
    else if (!noTool.test(candidate.name)) landed.rejected.push(landing.rejected);
  }
  return landed;
}

export function reply(landed: Landed, text: string, kept = text): FoundCalls {
  const result: FoundCalls = { calls: landed.calls, text };
  if (landed.rejected.length > 0) result.rejected = landed.rejected;
  if (landed.truncated) result.truncated = true;
  if (kept !== text) result.kept = kept;
  return result;
}

export function tidied(text: string): string {
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

/** A call that was meant and cannot be read. */
export function brokenCall(reason: string): RefusedCall {
  const why = {
    reason,
    expected: "one complete call with a tool name and a JSON object of arguments.",
    got: "a call that cannot be read.",
    hint: "call again; escape quotes and newlines inside strings.",
  };
  return { why };
}
