import type { Mode } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { ReplyEntry } from "@kestrel/session-state";
import type { CallTrail } from "./call-trail.ts";
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

/** Most replies that reached the token limit inside a call: further ones would too. */
const mostCutReplies = 2;

/** Whether a turn may continue after its newest calls. Their results already contain the advice. */
export function judgeCalls(turn: TurnSoFar, { ending }: CallTrail): TurnVerdict {
  if (ending) return { kind: "end", reason: ending };
  const cutReplies = turn.replies.filter(({ finish }) => finish === "length").length;
  const cutNow = turn.replies.at(-1)?.finish === "length" && turn.calls.at(-1)?.rejected !== undefined;
  return cutNow && cutReplies >= mostCutReplies ? { kind: "end", reason: "length" } : goOn;
}

const promisedInEnglish =
  /^(?:(?:ok(?:ay)?|alright|great|good|sure|first|next|then|now|so)[,!.]?\s+)*(?:(?:now|next|first),?\s+)?(?:I(?:'|’)ll|I will|I(?:'|’)m going to|I am going to|let me|let(?:'|’)s)(?:\s+(?:now|first|next|also|then|start by|begin by|go ahead and|quickly))*\s+(\w+)/i;

const workVerbs = new Set(
  `look take check read open search find run execute edit change modify update fix add create write implement test verify start
  begin continue proceed examine inspect explore analyze analyse list install refactor make apply use call try review see reading
  checking running looking searching editing fixing writing creating`.split(/\s+/),
);

const promisedInChinese =
  /^(?:好的?[，,。]?)?(?:现在|接下来|首先|下面|然后|那么)?[，,]?(?:让我|我将|我会|我来|我要|我先|我现在|我们来|我接下来|我这就)[^。！？?]{0,12}(?:查看|看看|看一下|检查|读取|打开|搜索|查找|运行|执行|修改|编辑|更新|修复|添加|创建|编写|写入|实现|测试|验证|开始|继续|分析|列出|安装|重构|尝试|调用)/;

/** A wish or a condition, not a promise: "let me know", "if you like, I'll …". */
const conditional =
  /\b(?:if|once|when|whenever|after you|should you|unless|let me know)\b|如果|若|一旦|需要的话|告诉我/i;

/** Whether a reply ends by announcing workVerbs that it does not do: "Now I'll run the tests." Excludes plans in a list, and questions. */
function endsInPromise(text: string): boolean {
  const line = text.trimEnd().split("\n").at(-1)?.trim() ?? "";
  if (line.length > 600 || /^(?:[-*+>#|]|\d+[.)])\s?/.test(line) || /[?？]$/.test(line)) return false;
  const sentence = line.split(/(?<=[.!])\s+(?=\S)|(?<=[。！])\s*(?=\S)/).at(-1) ?? "";
  if (conditional.test(sentence)) return false;
  const verb = promisedInEnglish.exec(sentence)?.[1];
  return (verb !== undefined && workVerbs.has(verb.toLowerCase())) || promisedInChinese.test(sentence);
}
