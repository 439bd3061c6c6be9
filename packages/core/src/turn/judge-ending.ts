import { askStopHook } from "../completion/ask-stop-hook.ts";
import { definitionOfDone } from "../completion/definition-of-done.ts";
import { judgeReply } from "../loop-detection/judge-reply.ts";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import type { TurnVerdict } from "../loop-detection/turn-verdict.ts";
import { holdTurn } from "./hold-turn.ts";
import type { StepParts } from "./step-parts.ts";

/**
 * Whether a turn whose model calls nothing any more is over: a reply that can stand, work that is done, the user's own
 * rule. Without a step to spare a reply that can stand is the end.
 */
export async function judgeEnding(
  parts: Pick<StepParts, "agent" | "journal" | "turnId" | "cancel" | "facts">,
  turn: TurnSoFar,
  toSpare: boolean,
): Promise<TurnVerdict> {
  const { agent, journal, turnId, cancel, facts } = parts;
  const { state } = journal;
  const reply = judgeReply(turn, state.mode, facts?.demo);
  if (reply.kind !== "go-on" || !toSpare) return reply;
  const work = definitionOfDone(state, turn);
  if (work.kind !== "go-on") return work;
  const hook = agent.hooks?.stop;
  const { workspace } = state;
  const checked = hook ? await askStopHook(hook, turn, { workspace, turnId, cancel }) : work;
  return checked.kind === "go-on" ? holdTurn(parts, turn) : checked;
}
