import { describeRejection } from "./describe-rejection.ts";
import { findCalls } from "./reply/find-calls.ts";
import type { LandedReply, OpenAITool, ParseOptions } from "./shapes.ts";

/** Finds the calls a reply contains, in whatever dialect they were written. Never throws. */
export function parseToolCalls(
  content: string,
  tools: OpenAITool[],
  context: ParseOptions = {},
): LandedReply {
  const { rejected, kept: _kept, ...found } = findCalls(content, tools, context);
  if (!rejected) return found;
  const told = rejected.map(({ name, why }) => ({
    ...(name === undefined ? {} : { name }),
    reason: describeRejection(why),
  }));
  return { ...found, rejected: told };
}
