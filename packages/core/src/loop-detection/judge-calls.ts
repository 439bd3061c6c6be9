import type { CallTrail } from "./call-trail.ts";
import type { TurnSoFar } from "./turn-so-far.ts";
import { goOn, type TurnVerdict } from "./turn-verdict.ts";

/** Most replies that reached the token limit inside a call: further ones would too. */
const mostCutReplies = 2;

/** Whether a turn may continue after its newest calls. Their results already contain the advice. */
export function judgeCalls(turn: TurnSoFar, { ending }: CallTrail): TurnVerdict {
  if (ending) return { kind: "end", reason: ending };
  const cutReplies = turn.replies.filter(({ finish }) => finish === "length").length;
  const cutNow = turn.replies.at(-1)?.finish === "length" && turn.calls.at(-1)?.rejected !== undefined;
  return cutNow && cutReplies >= mostCutReplies ? { kind: "end", reason: "length" } : goOn;
}
