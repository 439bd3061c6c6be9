import type { CallSubject, EventBody, EventOf, ModelFacts, ToolEntry } from "@kestrel/protocol";
import { estimatePrompt } from "../budget/estimate-tokens.ts";
import { judgeCalls } from "../guards/judge-calls.ts";
import { turnSoFar } from "../guards/turn-so-far.ts";
import type { Reminder } from "../guards/verdict.ts";
import type { Tool } from "../ports/tool.ts";
import { untilCancelled } from "../session/until-cancelled.ts";
import { judgeEnding } from "./judge-ending.ts";
import type { LandedToolCall } from "./land-calls.ts";
import { makeRoom } from "./make-room.ts";
import { rejectionText } from "./reject-call.ts";
import { render } from "./render.ts";
import type { Reply } from "./reply.ts";
import { cancelledEnding, finish, runCall } from "./run-call.ts";
import { takeStep } from "./take-step.ts";
import type { TurnParts } from "./turn-parts.ts";

export type TurnEnd = Omit<EventOf<"turn.ended">, "type" | "turnId">;

/** One turn, from the user's words to its end: ask, land, gate, run, append, and again until no call is left. */
export async function runTurn(parts: TurnParts): Promise<TurnEnd> {
  const { record, cancel, limits } = parts;
  const facts = await learnModel(parts);
  for (let step = 1; step <= limits.maxSteps; step++) {
    if (cancel.aborted) return { reason: "cancelled" };
    const arithmetic = await makeRoom(parts);
    if (arithmetic) return { reason: "context_full", arithmetic };

    const { reply, calls } = await takeStep(parts, step, facts);
    step = reply.step;
    if (calls.length > 0) await runCalls(parts, reply, calls);
    if (cancel.aborted || reply.finish === "cancelled") return { reason: "cancelled" };
    if (reply.failure) return { reason: "failed", failure: reply.failure };
    if (await deliverSteering(parts)) continue;

    const ending = calls.length === 0;
    const verdict = ending
      ? await judgeEnding(parts, step < limits.maxSteps)
      : judgeCalls(turnSoFar(record.state));
    if (cancel.aborted) return { reason: "cancelled" };
    if (verdict.kind === "end") return { reason: verdict.reason };
    if (verdict.kind === "remind") await remind(parts, verdict);
    else if (ending) return { reason: "done" };
  }
  return { reason: "max_steps" };
}

async function remind({ record }: TurnParts, { cause, text }: Reminder): Promise<void> {
  await record.append({ type: "context.added", kind: "reminder", cause, text });
}

/** Asks what is loaded now, and notes a window that the session does not know. A server that cannot tell changes nothing. */
async function learnModel({ record, backend, cancel }: TurnParts): Promise<ModelFacts | undefined> {
  const facts = await untilCancelled(
    backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  if (window === undefined || window === record.state.window) return facts;
  const used = estimatePrompt(render(record.state));
  await record.append({ type: "context.measured", used, window, source: "estimate" });
  return facts;
}

async function runCalls(parts: TurnParts, reply: Reply, calls: readonly LandedToolCall[]): Promise<void> {
  const { record, turnId } = parts;
  const first = record.state.calls + 1;
  await record.append(
    ...calls.map(
      (call, index): EventBody => ({
        type: "tool.requested",
        turnId,
        step: reply.step,
        callId: `c${first + index}`,
        subject: subjectOf(call, parts.tools),
        ...call,
      }),
    ),
  );
  const requested = openCalls(parts);
  for (const group of groupsOf(requested, parts)) await Promise.all(group.map((call) => answer(parts, call)));
}

/** What a call is about, by its tool; a tool that cannot say so is believed to do anything. */
function subjectOf(call: LandedToolCall, tools: readonly Tool[]): CallSubject | undefined {
  if (call.rejected) return undefined;
  const tool = tools.find(({ spec }) => spec.name === call.tool);
  try {
    return tool?.describe(JSON.parse(call.arguments));
  } catch {
    return { opaque: true };
  }
}

async function answer(parts: TurnParts, call: ToolEntry): Promise<void> {
  const spec = parts.record.state.prefix.tools.find(({ name }) => name === call.tool);
  const tool = parts.tools.find(({ spec: { name } }) => name === call.tool);
  if (call.rejected) {
    const content = rejectionText(call.tool, call.rejected, spec);
    return finish(parts, call, { outcome: "rejected", content });
  }
  if (parts.cancel.aborted) return finish(parts, call, cancelledEnding);
  if (!tool)
    return finish(parts, call, { outcome: "error", content: `The tool ${call.tool} is not here any more.` });
  return runCall(parts, call, tool);
}

function openCalls({ record }: TurnParts): ToolEntry[] {
  const positions = Object.values(record.state.openTurn?.callsAt ?? {}).sort((left, right) => left - right);
  return positions.flatMap((position) => {
    const entry = record.state.timeline.at(position);
    return entry?.kind === "tool" ? [entry] : [];
  });
}

/** Neighbouring reads run together; everything else runs alone and in order. */
function groupsOf(calls: readonly ToolEntry[], { tools }: TurnParts): ToolEntry[][] {
  const groups: ToolEntry[][] = [];
  let together = false;
  for (const call of calls) {
    const concurrent = tools.find(({ spec }) => spec.name === call.tool)?.concurrent ?? false;
    const group = groups.at(-1);
    if (group && concurrent && together) group.push(call);
    else groups.push([call]);
    together = concurrent;
  }
  return groups;
}

/** Puts what the user said meanwhile at the tail. True when there was something. */
async function deliverSteering({ record }: TurnParts): Promise<boolean> {
  const texts = record.state.openTurn?.steering ?? [];
  if (texts.length > 0) {
    await record.append(
      ...texts.map((text): EventBody => ({ type: "context.added", kind: "steering", text })),
    );
  }
  return texts.length > 0;
}
