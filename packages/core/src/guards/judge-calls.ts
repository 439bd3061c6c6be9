import { cycleOf } from "./call-cycle.ts";
import { answered } from "./call-signature.ts";
import { isDoomed } from "./same-call.ts";
import { sameErrorOf } from "./same-error.ts";
import type { TurnSoFar } from "./turn-so-far.ts";
import { goOn, type Verdict } from "./verdict.ts";

/** A second reply that ran out of room inside a call will not be the last; so many are enough. */
const mostCutReplies = 2;

/** Whether a turn may go on after its newest calls were answered. Advice stands in the answers already. */
export function judgeCalls(turn: TurnSoFar): Verdict {
  const calls = answered(turn.calls);
  const newest = turn.calls.at(-1);
  const step = newest?.step;
  const ofStep = calls.filter((call) => call.step === step).length;
  for (let end = calls.length - ofStep + 1; end <= calls.length; end++) {
    const soFar = calls.slice(0, end);
    if (isDoomed(soFar) || cycleOf(soFar) === "endless") return { kind: "end", reason: "doom_loop" };
    if (sameErrorOf(soFar) === "endless") return { kind: "end", reason: "same_error" };
  }
  const cutReplies = turn.replies.filter(({ finish }) => finish === "length").length;
  const cutNow = turn.replies.at(-1)?.finish === "length" && newest?.rejected !== undefined;
  return cutNow && cutReplies >= mostCutReplies ? { kind: "end", reason: "length" } : goOn;
}
