import type { ReplyCut } from "@kestrel/protocol";
import type { Reply } from "./reply.ts";

/** Calls one reply may make. Models that work make one to eight. */
export const mostCalls = 64;

/** Argument text of one reply, all its calls together, in UTF-16 units: more than any file that is written in one piece. */
const mostArguments = 2 * 1024 * 1024;

/** Words, and thoughts, of one reply, in UTF-16 units: about 65,000 tokens. */
const mostText = 256 * 1024;

/** The bound a reply has crossed, by its name. */
export function boundCrossed(
  { calls, text, reasoning }: Reply,
  argumentLength: number,
): ReplyCut | undefined {
  if (calls.length > mostCalls) return "too_many_calls";
  if (argumentLength > mostArguments) return "arguments_too_long";
  return text.length > mostText || reasoning.length > mostText ? "reply_too_long" : undefined;
}
