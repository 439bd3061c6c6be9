import type { CallId, ReminderCause, TurnEndReason } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { TrainedTexts } from "../ports/trained-texts.ts";

/** The result the model sees, and why text was added to it. */
export type GuardedAnswer = { content: string; cause?: ReminderCause };

/**
 * The calls since the user's last message, for cycle detection. Advice is added to the result and not after it: a user message
 * after a tool result breaks templates that require alternating roles.
 */
export class CallTrail {
  #calls = new RepeatedCalls();
  #cycle = new CallCycle();
  #errors = new RepeatedErrors();
  #ending: Extract<TurnEndReason, "doom_loop" | "same_error"> | undefined;

  /** The reason to end the turn, once these calls require it. */
  get ending() {
    return this.#ending;
  }

  /** A user's message resets the detection. */
  beginAfresh(): void {
    this.#calls = new RepeatedCalls();
    this.#cycle = new CallCycle();
    this.#errors = new RepeatedErrors();
    this.#ending = undefined;
  }

  /** Records an answer and returns the one for the model. `isFolded`: whether that call's answer is no longer in the prompt. */
  add(
    call: AnsweredCall,
    isFolded: (callId: CallId) => boolean,
    { sameCall = sameAgain }: Partial<TrainedTexts> = {},
  ): GuardedAnswer {
    const { content, status } = call;
    const repetition = this.#calls.add(call);
    const cycle = this.#cycle.add(signatureOf(call));
    const errors = this.#errors.add(call);
    const judged = status === "ok" || status === "error";
    const stub = judged && repetition.times > 2 && !isFolded(repetition.first);
    if (isDoomed(repetition) || cycle === "endless") this.#ending ??= "doom_loop";
    else if (errors === "endless" && !stub) this.#ending ??= "same_error";

    if (!judged) return { content };
    if (stub) {
      this.#errors.takeBack(call);
      return { content: unchanged, cause: "repeated_call" };
    }
    if (repetition.times > 1) return { content: `${content}\n${sameCall}`, cause: "repeated_call" };
    if (cycle !== "none") return { content: `${content}\n${inCircles}`, cause: "call_cycle" };
    if (errors === "again") return { content: `${content}\n${sameError}`, cause: "same_error" };
    return { content };
  }
}

const unchanged =
  "[Unchanged: this very call was made before, and its answer above still holds. Work with what you have, try another way, or say that you are stuck.]";

const sameAgain =
  "[The same call gave the same result before, and nothing has changed since. Take the next step with what it says.]";

const inCircles =
  "[These calls go in circles and come to the same results. Name what the goal needs, then do something you have not tried, or say that you are stuck.]";

const sameError =
  "[This error came three times now, with different arguments. The arguments are not the cause: find out what is, or take another way.]";

/** An answered call, with the parts that loop detection uses. `asked` is equal for equal requests. */
type AnsweredCall = Pick<ToolEntry, "callId" | "tool" | "status" | "exitCode" | "resultDigest"> & {
  asked: string;
  /** The call's own result, without added text. */
  content: string;
  changedFiles: boolean;
};

/** Longer arguments contain a file: models that repeat one keep its key order. UTF-16 units. */
const longestSorted = 4_000;

/** Equal for equivalent arguments, independent of their key order. `text` is the source of `args`. */
export function askedBy(args: unknown, text: string): string {
  return text.length > longestSorted ? text : sortedJson(args);
}

/** Equal for calls with the same request and the same result. */
function signatureOf({ tool, asked, resultDigest = "" }: AnsweredCall): string {
  return `${tool}\0${asked}\0${resultDigest}`;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}

/** Rounds of a cycle until the model is warned, and until the turn ends: six calls, then eight or nine. */
const rounds = { 2: { told: 3, ended: 4 }, 3: { told: 2, ended: 3 } } as const;

/** Calls examined: three rounds of three. */
const looked = 9;

/** Detects two or three alternating calls with the same results, such as undoing and redoing an edit. */
class CallCycle {
  #signatures: readonly string[] = [];

  add(signature: string): "none" | "cycle" | "endless" {
    this.#signatures = [...this.#signatures.slice(1 - looked), signature];
    let found: "none" | "cycle" = "none";
    for (const period of [2, 3] as const) {
      if (new Set(this.#signatures.slice(-period)).size === 1) continue;
      const turns = roundsOf(this.#signatures, period);
      if (turns >= rounds[period].ended) return "endless";
      if (turns >= rounds[period].told) found = "cycle";
    }
    return found;
  }
}

function roundsOf(signatures: readonly string[], period: number): number {
  let same = 0;
  while (
    same + period < signatures.length &&
    signatures.at(-1 - same) === signatures.at(-1 - same - period)
  ) {
    same++;
  }
  return Math.floor(same / period) + 1;
}

/** From this repetition on a turn is a loop. */
const loopFrom = 4;

type Repetition = {
  /** How often the call was made with the same result since a file last changed, this time included. */
  times: number;
  /** The first of them. */
  first: CallId;
  /** The last two of them had no new result between them. */
  idle: boolean;
};

/**
 * How each call repeats earlier ones. A different result is progress, so polling something that changes is no repetition; neither is a call
 * after a file was changed. Constant cost per call.
 */
class RepeatedCalls {
  readonly #known = new Map<string, { times: number; first: CallId; lastAt: number }>();
  #count = 0;
  /** The index of the last new call or result. */
  #newAt = -1;

  add(call: AnsweredCall): Repetition {
    if (call.changedFiles) {
      this.#known.clear();
      return { times: 1, first: call.callId, idle: false };
    }
    const at = this.#count++;
    const signature = signatureOf(call);
    const before = this.#known.get(signature);
    if (!before) {
      this.#known.set(signature, { times: 1, first: call.callId, lastAt: at });
      this.#newAt = at;
      return { times: 1, first: call.callId, idle: false };
    }
    const idle = this.#newAt <= before.lastAt;
    this.#known.set(signature, { ...before, times: before.times + 1, lastAt: at });
    return { times: before.times + 1, first: before.first, idle };
  }
}

/** Whether a call makes the turn a loop without progress. */
function isDoomed({ times, idle }: Repetition): boolean {
  return times >= loopFrom && idle;
}

const toldFrom = 3;
const endedFrom = 5;

/** Whether one tool keeps returning the same error, whatever the arguments. Its success or a changed file resets the count. */
class RepeatedErrors {
  readonly #streaks = new Map<string, { error: string; times: number }>();

  add(call: AnsweredCall): "none" | "again" | "endless" {
    if (call.changedFiles) this.#streaks.clear();
    const error = errorOf(call);
    if (error === undefined || call.changedFiles) {
      this.#streaks.delete(call.tool);
      return "none";
    }
    const before = this.#streaks.get(call.tool);
    const times = before?.error === error ? before.times + 1 : 1;
    this.#streaks.set(call.tool, { error, times });
    if (times >= endedFrom) return "endless";
    return times === toldFrom ? "again" : "none";
  }

  /** The newest result of that tool was replaced by "unchanged": it is no error and does not count. */
  takeBack({ tool }: AnsweredCall): void {
    const streak = this.#streaks.get(tool);
    if (streak) this.#streaks.set(tool, { ...streak, times: streak.times - 1 });
  }
}

/** The error without its variable parts: quoted names, paths, numbers. Undefined for a success and for a silent exit code. */
function errorOf({ status, content, exitCode }: AnsweredCall): string | undefined {
  if (status !== "error" && status !== "rejected") return undefined;
  const words = exitCode === undefined ? content : content.slice(content.indexOf("\n") + 1);
  if (exitCode !== undefined && /^\s*(\[no output\]\s*)?$/.test(words)) return undefined;
  return words
    .replace(/\n\[[^\n]*\]$/, "")
    .slice(0, 400)
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, "*")
    .replace(/[^\s:,;()]*[/\\][^\s:,;()]*/g, "*")
    .replace(/\d+/g, "#")
    .slice(0, 200);
}
