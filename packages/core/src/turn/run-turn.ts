import type { EventBody, EventOf, ToolEntry } from "@kestrel/protocol";
import { estimatePrompt } from "../budget/estimate-tokens.ts";
import { untilCancelled } from "../session/until-cancelled.ts";
import { type LandedToolCall, landCalls, rejectionText } from "./land-calls.ts";
import { makeRoom } from "./make-room.ts";
import { render } from "./render.ts";
import { cancelledEnding, finish, runCall } from "./run-call.ts";
import { complete, type Reply, streamReply } from "./stream-reply.ts";
import type { TurnParts } from "./turn-parts.ts";

export type TurnEnd = Omit<EventOf<"turn.ended">, "type" | "turnId">;

/** One turn, from the user's words to its end: ask, land, gate, run, append, and again until no call is left. */
export async function runTurn(parts: TurnParts): Promise<TurnEnd> {
  const { record, cancel, limits } = parts;
  await learnWindow(parts);
  for (let step = 1; step <= limits.maxSteps; step++) {
    if (cancel.aborted) return { reason: "cancelled" };
    const arithmetic = await makeRoom(parts);
    if (arithmetic) return { reason: "context_full", arithmetic };

    const reply = await streamReply(parts, step);
    step = reply.step;
    const { calls, text } = landCalls(reply, record.state.prefix.tools);
    await complete(parts, reply, text);
    if (calls.length > 0) await runCalls(parts, reply, calls);
    if (cancel.aborted) return { reason: "cancelled" };
    if (reply.failure) return { reason: "failed", failure: reply.failure };

    const steered = await deliverSteering(parts);
    if (calls.length === 0 && !steered) return { reason: endOf(reply) };
  }
  return { reason: "max_steps" };
}

function endOf(reply: Reply): TurnEnd["reason"] {
  if (reply.finish === "cancelled") return "cancelled";
  if (reply.finish === "length") return "length";
  return reply.text.trim() === "" ? "empty_reply" : "done";
}

/** Notes the window that is loaded now, when it is not the one the session knows. A server that cannot tell changes nothing. */
async function learnWindow({ record, backend, cancel }: TurnParts): Promise<void> {
  const facts = await untilCancelled(
    backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  if (window === undefined || window === record.state.window) return;
  const used = estimatePrompt(render(record.state));
  await record.append({ type: "context.measured", used, window, source: "estimate" });
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
        ...call,
      }),
    ),
  );
  const requested = openCalls(parts);
  for (const group of groupsOf(requested, parts)) await Promise.all(group.map((call) => answer(parts, call)));
}

async function answer(parts: TurnParts, call: ToolEntry): Promise<void> {
  const spec = parts.record.state.prefix.tools.find(({ name }) => name === call.tool);
  const tool = parts.tools.find(({ spec: { name } }) => name === call.tool);
  if (call.rejected) return finish(parts, call, { outcome: "rejected", content: rejectionText(call, spec) });
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
async function deliverSteering({ record, takeSteering }: TurnParts): Promise<boolean> {
  const texts = takeSteering();
  if (texts.length > 0) {
    await record.append(
      ...texts.map((text): EventBody => ({ type: "context.added", kind: "steering", text })),
    );
  }
  return texts.length > 0;
}
