import type { KeptReply } from "./land-reply.ts";
import { noticeMiss } from "./notice-miss.ts";
import type { Reply } from "./reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/** Logs how a reply ended, and what it did not find in the cache. */
export async function completeReply(
  parts: Pick<TurnParts, "agent" | "journal" | "turnId" | "cancel">,
  { step, finish, text: spoken, usage, reasoningMs, failure, cut, retold, opId }: Reply,
  { text, retried }: KeptReply,
): Promise<void> {
  await parts.journal.append({
    type: "reply.completed",
    turnId: parts.turnId,
    step,
    finish,
    text: text ?? (cut || retold ? spoken : undefined),
    usage,
    reasoningMs,
    failure,
    cut,
    retried,
    opId,
  });
  await noticeMiss(parts);
}
