import { parseJson, type ToolSpec } from "@kestrel/protocol";
import type { LandedToolCall } from "../calls/landed-call.ts";
import type { JSONSchema } from "../landing/shapes.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import type { LandedCalls } from "./land-calls.ts";
import type { Reply, SpokenCall } from "./reply.ts";
import { complete, requestReply } from "./request-reply.ts";
import type { StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

/** One step: the reply as it was logged, and the calls it comes to. */
export type Step = { reply: Reply; calls: readonly LandedToolCall[] };

/**
 * Asks the model once and lands what it says. A call that cannot be run is asked for once more where the server can hold
 * a reply to a schema: the same prompt, so that nothing is lost of the cache, and no bad call in the history.
 */
export async function takeStep(parts: StepParts, firstStep: number): Promise<Step> {
  const { facts } = parts;
  const { prefix } = parts.journal.state;
  const asked = { model: facts?.label, instance: facts?.instance, serverWasThere: facts !== undefined };
  const spoken = await requestReply(parts, firstStep, asked);
  const { landCall, landCalls } = await import("./land-calls.ts");
  const { reply, calls, text } = withinBounds(spoken, landCalls(spoken, prefix));
  const able = facts?.capabilities.answerSchema === true && !schemaFailed(parts);
  const wanted = able ? callToRetry(reply, calls) : undefined;
  if (!wanted || parts.cancel.aborted) {
    await complete(parts, reply, { text });
    return { reply, calls };
  }
  const retried = calls.flatMap(({ tool, rejected }) => (rejected ? [{ tool, ...rejected }] : []));
  await complete(parts, reply, { text: "", retried });
  const answerSchema = callSchema(prefix.tools, wanted.tool);
  const again = await requestReply(parts, reply.step + 1, {
    ...asked,
    callFormat: "schema",
    answerSchema,
  });
  const call = again.finish === "stop" ? landAnswer(again.text, (call) => landCall(call, prefix)) : undefined;
  await complete(parts, again, { text: text ?? reply.text });
  if (again.finish === "cancelled") return { reply: again, calls: [] };
  // A server that cannot do it after all costs one request; the error then goes back the ordinary way.
  return { reply: { ...again, failure: undefined }, calls: call ? [call] : calls };
}

/** Calls printed as text are counted when they are landed: a reply that holds too many is cut as one that made them. */
function withinBounds(spoken: Reply, landed: LandedCalls): { reply: Reply } & LandedCalls {
  if (landed.calls.length <= keptBounds.calls) return { reply: spoken, ...landed };
  return {
    reply: { ...spoken, finish: "cut", cut: "too_many_calls" },
    calls: [],
    text: landed.text ?? spoken.text,
  };
}

/** A model that could not fill in a form once in this turn is not given another. */
function schemaFailed({ journal }: TurnParts): boolean {
  const { replies, calls } = turnSoFar(journal.state);
  const asked = replies.filter(({ callFormat }) => callFormat === "schema").length;
  return asked > calls.filter(({ recovered }) => recovered === "schema").length;
}

/** The first of several calls that all cannot be run. What was cut would be cut again. */
function callToRetry(reply: Reply, calls: readonly LandedToolCall[]): LandedToolCall | undefined {
  if (reply.finish === "length" || reply.failure || reply.cut) return undefined;
  return calls.every(({ rejected }) => rejected) ? calls[0] : undefined;
}

/** A schema for a call of that tool, or of any where it names none that is there. */
function callSchema(tools: readonly ToolSpec[], name: string): JSONSchema {
  const tool = tools.find((one) => one.name === name);
  const shape = (one: ToolSpec) => ({
    type: "object",
    properties: { name: { const: one.name }, arguments: one.parameters },
    required: ["name", "arguments"],
    additionalProperties: false,
  });
  return tool ? shape(tool) : { anyOf: tools.map(shape) };
}

function landAnswer(text: string, land: (call: SpokenCall) => LandedToolCall): LandedToolCall | undefined {
  try {
    const { name, arguments: given } = parseJson(text) as { name?: unknown; arguments?: unknown };
    if (typeof name !== "string" || given === undefined) return undefined;
    const call = land({ name, arguments: JSON.stringify(given) });
    return call.rejected ? undefined : { ...call, recovered: "schema" };
  } catch {
    return undefined;
  }
}
