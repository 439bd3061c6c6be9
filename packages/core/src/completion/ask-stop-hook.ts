import type { Mode } from "@kestrel/protocol";
import { remindersFor, type TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { StopHook } from "../ports/stop-hook.ts";

/** After so many refusals the hook ends the turn as not done; more reminders do not help. */
const mostBlocks = 8;

/** Longest reason the model is shown, in UTF-16 units. */
const longestReason = 4_000;

type EndingParts = { workspace: string; mode: Mode; turnId: string; cancel: CancelSignal };

/** Runs the user's own check whether the turn may end. In `plan` a check that cannot run is not mentioned: nothing runs there. */
export async function askStopHook(
  hook: StopHook,
  turn: TurnSoFar,
  { workspace, mode, turnId, cancel }: EndingParts,
): Promise<TurnVerdict> {
  const reply = turn.replies.at(-1)?.text ?? "";
  const answer = await hook.ask({ workspace, turnId, reply }, cancel);
  if (!answer || cancel.aborted) return goOn;
  const told = remindersFor(turn, "stop_hook");
  if ("unrun" in answer)
    return told > 0 || mode === "plan" ? goOn : remind("The user's own check did not run.", answer.unrun);
  if (told >= mostBlocks) return { kind: "end", reason: "stop_command" };
  return remind("The user's own check says this is not done:", answer.blocked);
}

function remind(head: string, reason: string): TurnVerdict {
  const text = `${head}\n${reason.trim().slice(0, longestReason)}`;
  return { kind: "remind", cause: "stop_hook", text };
}
