import { type EventBody, type EventOf, isEscalated, type ModelFacts } from "@kestrel/protocol";
import { runCalls } from "../calls/run-calls.ts";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { render } from "../context/render.ts";
import { offerLarger } from "../escalation/offer-larger.ts";
import { whoSpeaks } from "../escalation/who-speaks.ts";
import { judgeCalls } from "../loop-detection/judge-calls.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import type { Reminder } from "../loop-detection/turn-verdict.ts";
import { judgeEnding } from "./judge-ending.ts";
import { makeRoom, makeRoomAfterRefusal } from "./make-room.ts";
import { takeStep } from "./take-step.ts";
import type { TurnParts } from "./turn-parts.ts";

export type TurnEnd = Omit<EventOf<"turn.ended">, "type" | "turnId">;

/**
 * One turn, from the user's words to its end. Each step goes one way: room for the request, the reply, its calls, and
 * whether that was the end; and again until no call is left.
 */
export async function runTurn(turn: TurnParts): Promise<TurnEnd> {
  const { journal, cancel, agent, trail } = turn;
  const { maxSteps } = agent.limits;
  let parts = await whoSpeaks(turn);
  let escalated = isEscalated(journal.state);
  let facts = await learnModel(parts);
  let refusedBefore = false;
  for (let step = 1; step <= maxSteps; step++) {
    if (cancel.aborted) return { reason: "cancelled" };
    if (isEscalated(journal.state) !== escalated) {
      parts = await whoSpeaks(turn);
      escalated = isEscalated(journal.state);
      facts = await learnModel(parts);
    }
    const arithmetic = await makeRoom(parts, step, facts);
    if (cancel.aborted) return { reason: "cancelled" };
    if (arithmetic) return { reason: "context_full", arithmetic };

    const { reply, calls } = await takeStep(parts, step, facts);
    step = reply.step;
    if (calls.length > 0) {
      await runCalls({ ...parts, folds: facts?.demo }, step, calls);
      await parts.digests.deliver();
      parts.digests.begin();
    }
    if (cancel.aborted || reply.finish === "cancelled") return { reason: "cancelled" };
    const refused: boolean = reply.failure?.code === "context_overflow" && !refusedBefore;
    refusedBefore = refused;
    if (refused) {
      const full = await makeRoomAfterRefusal(parts, reply, facts);
      if (full === undefined) continue;
      if (full !== "refused") return { reason: "context_full", arithmetic: full };
    }
    if (reply.failure) return { reason: "failed", failure: reply.failure };
    if (await deliverSteering(parts, calls.length > 0)) continue;

    const ending = calls.length === 0;
    const verdict = ending
      ? await judgeEnding(parts, step < maxSteps)
      : judgeCalls(turnSoFar(journal.state), trail);
    if (cancel.aborted) return { reason: "cancelled" };
    await offerLarger(parts, verdict.kind === "end" ? verdict.reason : undefined);
    if (verdict.kind === "end") return { reason: verdict.reason };
    if (verdict.kind === "remind") await remind(parts, verdict);
    // The user's own check may take minutes: what was said meanwhile is heard before the end.
    else if (ending && !(await deliverSteering(parts, false))) return { reason: "done" };
  }
  return { reason: "max_steps" };
}

async function remind({ journal }: TurnParts, { cause, text }: Reminder): Promise<void> {
  await journal.append({ type: "context.added", kind: "reminder", cause, text });
}

/** Asks what is loaded now, and notes a window that the session does not know. A server that cannot tell changes nothing. */
async function learnModel({ journal, agent, cancel }: TurnParts): Promise<ModelFacts | undefined> {
  const facts = await untilCancelled(
    agent.backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  const { overruled } = journal.state;
  if (window === undefined || window === journal.state.window) return facts;
  // What the server refused it knows better than what it says of itself.
  if (overruled && overruled.told === window) return facts;
  const used = estimatePrompt(render(journal.state));
  await journal.append({ type: "context.measured", used, window, source: "estimate" });
  return facts;
}

/**
 * Puts what the user called and said meanwhile at the tail. True when there was something; what went in circles begins afresh
 * then. A prompt or a skill alone makes no step of its own: at the turn's end it is left for the next message.
 */
async function deliverSteering({ journal, trail }: TurnParts, goesOn: boolean): Promise<boolean> {
  let count = 0;
  await journal.appendFrom(({ openTurn }) => {
    const said = openTurn?.steering ?? [];
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
