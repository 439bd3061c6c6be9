import type { Mode } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { ReplyEntry } from "@kestrel/session-state";
import { endsInPromise } from "./promise.ts";
import { remindersFor, type TurnSoFar } from "./turn-so-far.ts";
import { goOn, type TurnVerdict } from "./turn-verdict.ts";

/** How often a turn continues after an empty reply. */
const mostAfterEmpty = 2;

/**
 * Whether a reply without calls ends the turn, needs a reminder, or fails it. A model that was cut for repeating itself is not
 * asked to continue: it would repeat the same again.
 */
export function judgeReply(
  turn: TurnSoFar,
  mode: Mode,
  { repeatsItself, guidance }: Pick<ModelTraits, "repeatsItself" | "guidance"> = {},
): TurnVerdict {
  const reply = turn.replies.at(-1);
  if (!reply) return goOn;
  if (repeatsItself && reply.cut) return { kind: "end", reason: reply.cut };
  if (repeatsItself && reply.finish === "length") return { kind: "end", reason: "length" };
  if (reply.cut) return afterCut(turn, reply.cut);
  // The thinking used all tokens: the model needs to answer, not more tokens.
  const onlyThoughts = reply.text.trim() === "" && reply.reasoning.trim() !== "";
  if (reply.finish === "length" && onlyThoughts) return afterCut(turn, "reasoning_budget");
  if (reply.finish === "length") return once(turn, "length", cutOff, "length");
  if (reply.text.trim() === "") return afterSilence(turn, reply, guidance?.includes("form"));
  // When only a plan is wanted, announced work is the answer.
  const promised = mode !== "plan" && remindersFor(turn, "promise") === 0 && endsInPromise(reply.text);
  return promised ? { kind: "remind", cause: "promise", text: doItNow } : goOn;
}

function afterCut(turn: TurnSoFar, cut: NonNullable<ReplyEntry["cut"]>): TurnVerdict {
  switch (cut) {
    case "repetition":
      return once(turn, "repetition", repeated, "repetition");
    case "reasoning_budget":
      return once(turn, "reasoning_budget", answerNow, "reasoning_budget");
    case "too_many_calls":
      return once(turn, cut, fewerCalls, cut);
    case "arguments_too_long":
      return once(turn, cut, shorterCalls, cut);
    case "reply_too_long":
      return once(turn, cut, shorterReply, cut);
    default:
      return cut satisfies never;
  }
}

/** `form`: after a change, a schema that asked for a call or the end comes in place of the reminders. */
function afterSilence(turn: TurnSoFar, { reasoning }: ReplyEntry, form = false): TurnVerdict {
  if (reasoning.trim() !== "") return once(turn, "reasoning_only", onlyThought, "empty_reply");
  const changed = turn.calls.some(({ changes }) => changes.length > 0);
  const asked = form && changed && turn.replies.some(({ cause }) => cause === "ending");
  if (asked || remindersFor(turn, "empty_reply") >= mostAfterEmpty)
    return { kind: "end", reason: "empty_reply" };
  return { kind: "remind", cause: "empty_reply", text: nothingSaid };
}

function once(
  turn: TurnSoFar,
  cause: Extract<TurnVerdict, { kind: "remind" }>["cause"],
  text: string,
  reason: Extract<TurnVerdict, { kind: "end" }>["reason"],
): TurnVerdict {
  return remindersFor(turn, cause) === 0 ? { kind: "remind", cause, text } : { kind: "end", reason };
}

const repeated =
  "Your reply was stopped: it repeated itself. Take the next step in a few words, or call a tool.";
const answerNow =
  "You have thought long enough. Answer now, or call the next tool, without further thinking. If you are unsure, say so.";
const fewerCalls =
  "Your reply held too many calls at once; none was run. Make at most a few calls, then wait for their results.";
const shorterCalls =
  "The arguments of your calls were too long; none was run. Write in parts: a smaller piece now, the rest with further calls.";
const shorterReply = "Your reply was stopped: it was too long. Say it in a few words, or call a tool.";
const cutOff = "Your reply was cut off by the length limit. Go on where it stopped, in smaller parts.";
const onlyThought =
  "Your reply held only thoughts; nobody sees them. Give your answer, or call the next tool.";
const nothingSaid = "Your reply was empty. Go on: call the next tool, or say what you found.";
const doItNow =
  "You said what you would do, and called no tool. Do it now with a tool call; if there is nothing left to do, say so.";
