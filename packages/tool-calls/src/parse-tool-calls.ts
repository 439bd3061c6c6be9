import type { RejectedReason } from "@kestrel/protocol";
import { mendArguments } from "./arguments/mend-arguments.ts";
import { findCalls } from "./reply/find-calls.ts";
import type { JSONSchema, LandedReply, OpenAITool, ParseOptions, RepairedArguments } from "./shapes.ts";

/** A rejection as text, for those who ask landing directly; a turn renders its own from the same parts. */
function describeRejection({ reason, expected, got, hint }: RejectedReason): string {
  return [
    `Rejected: ${reason}.`,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    `Got: ${got}`,
    ...(hint === undefined ? [] : [`Try: ${hint}`]),
  ].join("\n");
}

/** Finds the calls a reply contains, in whatever dialect they were written. Never throws. */
export function parseToolCalls(
  content: string,
  tools: OpenAITool[],
  context: ParseOptions = {},
): LandedReply {
  const { rejected, kept: _kept, ...found } = findCalls(content, tools, context);
  if (!rejected) return found;
  const told = rejected.map(({ why, ...named }) => ({ ...named, reason: describeRejection(why) }));
  return { ...found, rejected: told };
}

/** Reads the arguments of a call; repairs only what is broken and never guesses. Never throws. */
export function repairArguments(text: string, schema?: JSONSchema): RepairedArguments {
  const mended = mendArguments(text, schema);
  return mended.ok ? mended : { ok: false, error: describeRejection(mended.why) };
}
