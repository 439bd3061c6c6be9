import { findCalls } from "./calls/find-calls.ts";
import { describeRejection } from "./describe-rejection.ts";
import type { LandedReply, OpenAITool, ReplyContext } from "./shapes.ts";

/** Finds the calls a reply contains, in whatever dialect they were written. Never throws. */
export function parseToolCalls(
  content: string,
  tools: OpenAITool[],
  context: ReplyContext = {},
): LandedReply {
  const { rejected, ...found } = findCalls(content, tools, context);
  if (!rejected) return found;
  const told = rejected.map(({ name, why }) => ({
    ...(name === undefined ? {} : { name }),
    reason: describeRejection(why),
  }));
  return { ...found, rejected: told };
}
