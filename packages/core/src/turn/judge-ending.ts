import { askStopHook } from "../done/ask-stop-hook.ts";
import { definitionOfDone } from "../done/definition-of-done.ts";
import { judgeReply } from "../guards/judge-reply.ts";
import { turnSoFar } from "../guards/turn-so-far.ts";
import type { Verdict } from "../guards/verdict.ts";
import type { TurnParts } from "./turn-parts.ts";

/**
 * Whether a turn whose model calls nothing any more is over: a reply that can stand, work that is done, the user's own
 * rule. Without a step to spare a reply that can stand is the end.
 */
export async function judgeEnding(parts: TurnParts, toSpare: boolean): Promise<Verdict> {
  const { state } = parts.record;
  const reply = judgeReply(turnSoFar(state), state.mode);
  if (reply.kind !== "go-on" || !toSpare) return reply;
  const work = definitionOfDone(state);
  return work.kind === "go-on" ? askStopHook(parts) : work;
}
