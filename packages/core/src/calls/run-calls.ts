import { callName, type EventBody } from "@kestrel/protocol";
import { openCalls, type ToolEntry } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { outputLimit } from "../context/output-limit.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CallParts } from "./call-parts.ts";
import { contextOf } from "./context-of-call.ts";
import { argumentsOf, describeCall, toolNamed } from "./describe-call.ts";
import type { LandedToolCall } from "./landed-call.ts";
import { runCall } from "./run-call.ts";

/** Requests the calls of one reply and sees each to its answer: neighbouring reads together, everything else alone and in order. */
export async function runCalls(
  parts: CallParts,
  step: number,
  calls: readonly LandedToolCall[],
): Promise<void> {
  const { journal, agent, turnId } = parts;
  const subjects = await Promise.all(calls.map((call) => describeCall(agent, call)));
  const first = journal.state.calls + 1;
  await journal.append(
    ...calls.map((call, index): EventBody => {
      const subject = subjects[index];
      return { type: "tool.requested", turnId, step, callId: callName.of(first + index), subject, ...call };
    }),
  );
  for (const group of groupsOf(openCalls(journal.state), agent)) await runTogether(parts, group);
}

/** When one call cannot be logged the others are stopped: nobody would learn what they do. */
async function runTogether(parts: CallParts, group: readonly ToolEntry[]): Promise<void> {
  const stop = new Cancellation(parts.cancel);
  const bound = outputLimit(parts.journal.state, group.length, parts.folds);
  const running = group.map((call) => {
    const context = contextOf({ ...parts, cancel: stop }, call, bound);
    return runCall(parts, call, context).catch((error: unknown) => {
      stop.cancel();
      throw error;
    });
  });
  const settled = await Promise.allSettled(running);
  stop.release();
  const failed = settled.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

function groupsOf(calls: readonly ToolEntry[], agent: AgentParts): ToolEntry[][] {
  const groups: ToolEntry[][] = [];
  let together = false;
  for (const call of calls) {
    const tool = toolNamed(agent, call.tool);
    const beside = !call.rejected && (tool?.alongside?.(argumentsOf(call)) ?? false);
    const concurrent = beside || (tool?.concurrent ?? false);
    const group = groups.at(-1);
    if (group && concurrent && together) group.push(call);
    else groups.push([call]);
    together = concurrent;
  }
  return groups;
}
