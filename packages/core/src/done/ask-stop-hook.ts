import { remindersFor, turnSoFar } from "../guards/turn-so-far.ts";
import { goOn, type Verdict } from "../guards/verdict.ts";
import type { TurnParts } from "../turn/turn-parts.ts";

/** A hook that still says no after so many answers has the last word of the log, not of the turn. */
const mostBlocks = 8;

/** Longest reason the model is shown, in UTF-16 units. */
const longestReason = 4_000;

/** Asks the user's own rule whether the turn may end. */
export async function askStopHook({ stopHook, record, turnId, cancel }: TurnParts): Promise<Verdict> {
  const turn = turnSoFar(record.state);
  if (!stopHook || remindersFor(turn, "stop_hook") >= mostBlocks) return goOn;
  const reply = turn.replies.at(-1)?.text ?? "";
  const answer = await stopHook.ask({ workspace: record.state.workspace, turnId, reply }, cancel);
  if (!answer || cancel.aborted) return goOn;
  const reason = answer.blocked.trim().slice(0, longestReason);
  return {
    kind: "remind",
    cause: "stop_hook",
    text: `The user's own check says this is not done:\n${reason}`,
  };
}
