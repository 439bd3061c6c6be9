import type { EventBody, EventOf, Mode } from "@kestrel/protocol";
import { contextLedger } from "@kestrel/session-state";
import { runCalls } from "../calls/run-calls.ts";
import { contradictionOf } from "../completion/contradiction.ts";
import { definitionOfDone } from "../completion/definition-of-done.ts";
import { render } from "../context/render.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import { judgeCalls, judgeReply } from "../loop-detection/judge-reply.ts";
import { remindersFor, type TurnSoFar, turnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import { modelChanged, textsOf } from "../model-traits/model-traits.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { StopHook } from "../ports/stage-hooks.ts";
import type { Reply } from "./collect-reply.ts";
import { endingTooLong, makeRoom, makeRoomAfterRefusal, mayBeOverflow } from "./make-room.ts";
import { readNamedFiles, runKnownCheck, runNamedCheck } from "./own-calls.ts";
import { offerLarger, type StepParts, stepParts } from "./step-parts.ts";
import { takeStep } from "./take-step.ts";
import type { TurnParts } from "./turn-parts.ts";

export type TurnEnd = Omit<EventOf<"turn.ended">, "type" | "turnId">;

/**
 * One turn, from the user's message to its end. Each step: fit the request, get the reply, run its calls, judge the ending; repeated until
 * no call is left.
 */
export async function runTurn(turn: TurnParts): Promise<TurnEnd> {
  const { journal, cancel, agent, trail } = turn;
  const { maxSteps } = agent.limits;
  let parts: StepParts | undefined;
  let refusedBefore = false;
  for (let step = 1; step <= maxSteps; step++) {
    parts = await stepParts(turn, parts);
    if (cancel.aborted) return { reason: "cancelled" };
    const changed = parts.escalated ? undefined : modelChanged(journal.state, parts.facts);
    if (changed) return { reason: "failed", failure: changed };
    if (step === 1) await lookFirst(parts, step);
    const arithmetic = await makeRoom(parts, step);
    if (cancel.aborted) return { reason: "cancelled" };
    if (arithmetic)
      return {
        reason: "context_full",
        arithmetic,
        ...endingTooLong(journal.state, arithmetic.needed),
      };

    const { reply, calls } = await takeStep(parts, step);
    step = reply.step;
    if (calls.length > 0) {
      await runCalls(parts, step, calls);
      await parts.digests.deliver();
      parts.digests.begin();
    }
    if (cancel.aborted || reply.finish === "cancelled") return { reason: "cancelled" };
    if (await adaptPrompt(parts, reply)) continue;
    if (reply.failure) {
      const end = await endAfterFailure(parts, reply, refusedBefore);
      if (end) return end;
      refusedBefore = true;
      continue;
    }
    refusedBefore = false;
    if (await deliverSteering(parts, calls.length > 0)) continue;

    const ending = calls.length === 0;
    // The check's result is shown to the model like any other answer. A model that writes a file as text leaves its check to Kestrel.
    const isWritten = calls.every(({ recovered }) => recovered === "whole_file");
    if (isWritten && step < maxSteps && (await runKnownCheck(parts, step)) === "failed") continue;
    const soFar = turnSoFar(journal.state);
    const verdict = ending ? await judgeEnding(parts, soFar, step < maxSteps) : judgeCalls(soFar, trail);
    if (cancel.aborted) return { reason: "cancelled" };
    await offerLarger(parts, soFar, verdict.kind === "end" ? verdict.reason : undefined);
    if (verdict.kind === "end") {
      const { reason, unfinished } = verdict;
      return { reason, ...(unfinished && { unfinished }) };
    }
    if (verdict.kind === "remind") {
      const { cause, text } = verdict;
      await journal.append({ type: "context.added", kind: "reminder", cause, text });
      continue;
    }
    // The user's own check may take minutes. Messages that were sent meanwhile are delivered before the turn ends.
    if (ending && !(await deliverSteering(parts, false))) return { reason: "done" };
  }
  return { reason: "max_steps" };
}

/** Context for a weak model before its first reply: the check that the message names, then the files. */
async function lookFirst(parts: StepParts, step: number): Promise<void> {
  await runNamedCheck(parts, step);
  await readNamedFiles(parts, step);
}

/**
 * How a turn ends after a failed request; undefined when a compaction succeeded and the request can be repeated. Tried once: a second
 * refusal has another cause.
 */
async function endAfterFailure(
  parts: StepParts,
  reply: Reply,
  refusedBefore: boolean,
): Promise<TurnEnd | undefined> {
  const { journal } = parts;
  const { failure } = reply;
  const guessed = mayBeOverflow(journal.state, reply);
  if (failure?.code !== "context_overflow" && !guessed) return { reason: "failed", failure };
  const full = refusedBefore ? "refused" : await makeRoomAfterRefusal(parts, reply);
  if (full === undefined) return undefined;
  const needed = full === "refused" ? contextLedger(journal.state).used : full.needed;
  const rest = endingTooLong(journal.state, needed, { numbers: full !== "refused", guessed });
  return full === "refused"
    ? { reason: "failed", failure, ...rest }
    : { reason: "context_full", arithmetic: full, ...rest };
}

/**
 * Appends queued messages and called prompts or skills. True when there were any; loop detection then starts afresh. A prompt or a skill
 * alone causes no step: at the turn's end it waits for the next message. If the model takes only so many messages at once, the others wait
 * until those are answered.
 */
async function deliverSteering(
  { journal, trail, traits }: Pick<StepParts, "journal" | "trail" | "traits">,
  goesOn: boolean,
): Promise<boolean> {
  const { steeringAtOnce: most } = traits;
  if (most !== undefined && goesOn) return false;
  let count = 0;
  await journal.appendFrom(({ openTurn }) => {
    const said = openTurn?.steering?.slice(0, most) ?? [];
    const called = goesOn || said.length > 0 ? (openTurn?.notes ?? []) : [];
    count = called.length + said.length;
    return [
      ...called.map(
        ({ contextKind, text, described, opId }): EventBody => ({
          type: "context.added",
          kind: contextKind,
          text,
          ...(described && { described: [...described] }),
          opId,
        }),
      ),
      ...said.map(({ id, text }): EventBody => ({ type: "context.added", kind: "steering", text, opId: id })),
    ];
  });
  if (count > 0) trail.beginAfresh();
  return count > 0;
}

/**
 * Rewrites the history, once per session, when a template refused an older version's format: names of calls that are too short, or a user
 * message directly after a result. False when that would change nothing.
 */
async function adaptPrompt(
  { journal, turnId }: Pick<TurnParts, "journal" | "turnId">,
  { failure }: Reply,
): Promise<boolean> {
  const { state } = journal;
  const mayHelp = failure?.code === "template" || (failure?.code === "unknown" && !failure.params?.retryable);
  if (!mayHelp || state.adaptedAt !== undefined) return false;
  const messages = (one: typeof state) => JSON.stringify(render(one).messages);
  if (messages(state) === messages({ ...state, adaptedAt: state.lastSeq })) return false;
  await journal.append({ type: "prompt.adapted", turnId });
  return true;
}

/**
 * Whether a turn without further calls is over: an acceptable reply, finished work, the user's own check. Without a spare step, an
 * acceptable reply is the end.
 */
async function judgeEnding(
  parts: Pick<StepParts, "agent" | "journal" | "turnId" | "cancel" | "traits">,
  turn: TurnSoFar,
  toSpare: boolean,
): Promise<TurnVerdict> {
  const { agent, journal, turnId, cancel, traits } = parts;
  const { state } = journal;
  // An answer by a schema contains no work to verify, and the client checks it.
  if (state.openTurn?.answerSchema) return goOn;
  const finished = turn.replies.at(-1)?.finished;
  const reply = finished ? goOn : judgeReply(turn, state.mode, traits);
  if (reply.kind !== "go-on") return reply;
  if (finished || !toSpare) {
    const end = honestEnd(turn, traits);
    if (end.kind !== "go-on" || !toSpare) return end;
  }
  // No reminder directly after a filled-in form.
  const isChecked = agent.hooks?.checked?.(state.workspace) === true;
  const work = finished || isChecked ? goOn : definitionOfDone(state, turn, textsOf(agent, state), traits);
  if (work.kind !== "go-on") return work;
  const hook = agent.hooks?.stop;
  const { workspace, mode } = state;
  const checked = hook ? await askStopHook(hook, turn, { workspace, mode, turnId, cancel }) : work;
  if (checked.kind !== "go-on") return checked;
  const held = await holdTurn(parts, turn);
  return held.kind === "go-on" ? honestEnd(turn, traits) : held;
}

/** The ending that the log supports: an unchanged answer after a reminder does not count as done. */
function honestEnd(turn: TurnSoFar, traits: StepParts["traits"]): TurnVerdict {
  const fact = contradictionOf(turn, traits);
  if (fact !== undefined) return { kind: "end", reason: "unfinished", unfinished: { fact } };
  const { finished } = turn.replies.at(-1) ?? {};
  if (finished === undefined || finished.done) return goOn;
  const { why } = finished;
  return { kind: "end", reason: "unfinished", unfinished: { fact: "said_so", ...(why && { why }) } };
}

/** How often hooks may prolong one turn; then it ends. */
const mostHolds = 2;

/** Asks the hooks whether a finished turn may end. */
async function holdTurn(
  { agent, journal: { state }, cancel }: Pick<TurnParts, "agent" | "journal" | "cancel">,
  turn: TurnSoFar,
): Promise<TurnVerdict> {
  const held = remindersFor(turn, "hook");
  const reply = turn.replies.at(-1)?.text ?? "";
  const answers = await askHooks(agent, state, { stage: "turn_ended", reason: "done", reply, held }, cancel);
  const more = answers.filter(({ said }) => said === "held");
  if (more.length === 0 || held >= mostHolds || cancel.aborted) return goOn;
  const reasons = more.map(({ hook, text }) => `${hook}: ${text}`).join("\n");
  return { kind: "remind", cause: "hook", text: `A hook of the user's says this is not done:\n${reasons}` };
}

/** After so many refusals the hook ends the turn as not done; more reminders do not help. */
const mostBlocks = 8;

/** Longest reason the model is shown, in UTF-16 units. */
const longestReason = 4_000;

type EndingParts = { workspace: string; mode: Mode; turnId: string; cancel: CancelSignal };

/** Runs the user's own check whether the turn may end. In `plan` a check that cannot run is not mentioned: nothing runs there. */
async function askStopHook(
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
