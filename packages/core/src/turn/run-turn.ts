import type { EventOf } from "@kestrel/protocol";
import { runCalls } from "../calls/run-calls.ts";
import { offerLarger } from "../escalation/offer-larger.ts";
import { judgeCalls } from "../loop-detection/judge-calls.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import { adaptPrompt } from "./adapt-prompt.ts";
import { deliverSteering } from "./deliver-steering.ts";
import { judgeEnding } from "./judge-ending.ts";
import { makeRoom } from "./make-room.ts";
import { makeRoomAfterRefusal } from "./make-room-after-refusal.ts";
import { type StepParts, stepParts } from "./step-parts.ts";
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
  let parts: StepParts | undefined;
  let refusedBefore = false;
  for (let step = 1; step <= maxSteps; step++) {
    parts = await stepParts(turn, parts);
    if (cancel.aborted) return { reason: "cancelled" };
    const arithmetic = await makeRoom(parts, step);
    if (cancel.aborted) return { reason: "cancelled" };
    if (arithmetic) return { reason: "context_full", arithmetic };

    const { reply, calls } = await takeStep(parts, step);
    step = reply.step;
    if (calls.length > 0) {
      await runCalls(parts, step, calls);
      await parts.digests.deliver();
      parts.digests.begin();
    }
    if (cancel.aborted || reply.finish === "cancelled") return { reason: "cancelled" };
    if (await adaptPrompt(parts, reply)) continue;
    const refused: boolean = reply.failure?.code === "context_overflow" && !refusedBefore;
    refusedBefore = refused;
    if (refused) {
      const full = await makeRoomAfterRefusal(parts, reply);
      if (full === undefined) continue;
      if (full !== "refused") return { reason: "context_full", arithmetic: full };
    }
    if (reply.failure) return { reason: "failed", failure: reply.failure };
    if (await deliverSteering(parts, calls.length > 0)) continue;

    const ending = calls.length === 0;
    const soFar = turnSoFar(journal.state);
    const verdict = ending ? await judgeEnding(parts, soFar, step < maxSteps) : judgeCalls(soFar, trail);
    if (cancel.aborted) return { reason: "cancelled" };
    await offerLarger(parts, soFar, verdict.kind === "end" ? verdict.reason : undefined);
    if (verdict.kind === "end") return { reason: verdict.reason };
    if (verdict.kind === "remind") {
      const { cause, text } = verdict;
      await journal.append({ type: "context.added", kind: "reminder", cause, text });
      continue;
    }
    // The user's own check may take minutes: what was said meanwhile is heard before the end.
    if (ending && !(await deliverSteering(parts, false))) return { reason: "done" };
  }
  return { reason: "max_steps" };
}
