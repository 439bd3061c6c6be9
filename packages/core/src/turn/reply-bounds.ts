import type { ReplyCut } from "@kestrel/protocol";
import { keptBounds } from "../ports/reply-bounds.ts";
import type { Reply } from "./reply.ts";

/** The bound a reply has crossed, by its name. */
export function boundCrossed(
  { calls, text, reasoning }: Reply,
  argumentLength: number,
): ReplyCut | undefined {
  if (calls.length > keptBounds.calls) return "too_many_calls";
  if (argumentLength > keptBounds.arguments) return "arguments_too_long";
  return text.length > keptBounds.text || reasoning.length > keptBounds.text ? "reply_too_long" : undefined;
}
