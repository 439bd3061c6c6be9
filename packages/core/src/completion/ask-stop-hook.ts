import { remindersFor, type TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { StopHook } from "../ports/stop-hook.ts";

/** A hook that still says no after so many answers ends the turn by its name: it is not done, and more words do not help. */
const mostBlocks = 8;

/** Longest reason the model is shown, in UTF-16 units. */
const longestReason = 4_000;

/** Asks the user's own rule whether the turn may end. */
export async function askStopHook(
  hook: StopHook,
  turn: TurnSoFar,
  { workspace, turnId, cancel }: { workspace: string; turnId: string; cancel: CancelSignal },
): Promise<TurnVerdict> {
  const reply = turn.replies.at(-1)?.text ?? "";
  const answer = await hook.ask({ workspace, turnId, reply }, cancel);
  if (!answer || cancel.aborted) return goOn;
  if (remindersFor(turn, "stop_hook") >= mostBlocks) return { kind: "end", reason: "stop_command" };
  const reason = answer.blocked.trim().slice(0, longestReason);
  return {
    kind: "remind",
    cause: "stop_hook",
    text: `The user's own check says this is not done:\n${reason}`,
  };
}
