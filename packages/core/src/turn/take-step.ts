import type { ModelFacts, ToolSpec } from "@kestrel/protocol";
import { turnSoFar } from "../guards/turn-so-far.ts";
import type { JSONSchema } from "../landing/shapes.ts";
import { type LandedToolCall, landCall, landCalls } from "./land-calls.ts";
import type { Reply } from "./reply.ts";
import { complete, streamReply } from "./stream-reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/** One step: the reply as it was logged, and the calls it comes to. */
export type Step = { reply: Reply; calls: readonly LandedToolCall[] };

/**
 * Asks the model once and lands what it says. A call that cannot be run is asked for once more where the server can hold
 * a reply to a schema: the same prompt, so that nothing is lost of the cache, and no bad call in the history.
 */
export async function takeStep(
  parts: TurnParts,
  firstStep: number,
  facts: ModelFacts | undefined,
): Promise<Step> {
  const { tools } = parts.record.state.prefix;
  const model = facts?.label;
  const reply = await streamReply(parts, firstStep, { model });
  const { calls, text } = landCalls(reply, tools);
  const able = facts?.capabilities.answerSchema === true && !schemaFailed(parts);
  const wanted = able ? callToRetry(reply, calls) : undefined;
  if (!wanted || parts.cancel.aborted) {
    await complete(parts, reply, { text });
    return { reply, calls };
  }
  const retried = calls.flatMap(({ tool, rejected }) => (rejected ? [{ tool, ...rejected }] : []));
  await complete(parts, reply, { text: "", retried });
  const answerSchema = callSchema(tools, wanted.tool);
  const again = await streamReply(parts, reply.step + 1, { model, manner: "schema", answerSchema });
  const call = again.finish === "stop" ? landAnswer(again.text, tools) : undefined;
  await complete(parts, again, { text: text ?? reply.text });
  if (again.finish === "cancelled") return { reply: again, calls: [] };
  // A server that cannot do it after all costs one request; the error then goes back the ordinary way.
  return { reply: { ...again, failure: undefined }, calls: call ? [call] : calls };
}

/** A model that could not fill in a form once in this turn is not given another. */
function schemaFailed({ record }: TurnParts): boolean {
  const { replies, calls } = turnSoFar(record.state);
  const asked = replies.filter(({ manner }) => manner === "schema").length;
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

function landAnswer(text: string, tools: readonly ToolSpec[]): LandedToolCall | undefined {
  try {
    const { name, arguments: given } = JSON.parse(text) as { name?: unknown; arguments?: unknown };
    if (typeof name !== "string" || given === undefined) return undefined;
    const call = landCall({ name, arguments: JSON.stringify(given) }, tools);
    return call.rejected ? undefined : { ...call, recovered: "schema" };
  } catch {
    return undefined;
  }
}
