import type { EventOf, Prefix, ToolSpec } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";
import type { JSONSchema } from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import { type LandedCalls, landCall, landCalls, type ReplyKnowledge } from "./land-calls.ts";
import type { Reply } from "./reply.ts";

/** A reply, the calls it comes to, and what the history holds of it. */
export type ParsedReply = {
  reply: Reply;
  calls: readonly LandedToolCall[];
  kept: KeptReply;
  /** None of its calls can be run: the schema by which one is asked for, and the words that stay beside it. */
  form?: WantedForm;
  /** It only made a call again, and is asked for anew: it stands nowhere. */
  repeated?: true;
  /** What was thrown while calls were looked for; then it has none. */
  fault?: unknown;
};

/** `ending`: it may also end the turn. */
type WantedForm = { answerSchema: JSONSchema; text: string; ending?: true };

/** `text`: the words that the history holds, where they differ from what was spoken. */
export type KeptReply = Pick<EventOf<"reply.completed">, "text" | "retried" | "report" | "finished">;

/** Lands what the model said. `able`: a call that cannot be run may be asked for by a schema. */
export function landReply(
  spoken: Reply,
  prefix: Prefix,
  able: boolean,
  known: ReplyKnowledge = {},
): ParsedReply {
  const { reply, calls, text, fault } = withinBounds(spoken, landCalls(spoken, prefix, known));
  const wanted = able ? callToRetry(reply, calls) : undefined;
  if (!wanted) return { reply, calls, kept: { text }, ...(fault !== undefined && { fault }) };
  const retried = calls.flatMap(({ tool, rejected }) => (rejected ? [{ tool, ...rejected }] : []));
  const answerSchema = callSchema(prefix.tools, wanted);
  return { reply, calls, kept: { text: "", retried }, form: { answerSchema, text: text ?? reply.text } };
}

/** Lands a call that was asked for by a schema; where nothing came of it the earlier ones go back the ordinary way. */
export function landForm(
  reply: Reply,
  { calls, text }: { calls: readonly LandedToolCall[]; text: string },
  prefix: Prefix,
): ParsedReply {
  const call = reply.finish === "stop" ? filledForm(reply.text, prefix) : undefined;
  if (call === noCall)
    return { reply, calls: calls.filter(({ rejected }) => rejected?.kind !== "doubtful"), kept: { text } };
  if (reply.finish === "cancelled") return { reply, calls: [], kept: { text } };
  return { reply, calls: call ? [call] : calls, kept: { text } };
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

/** The first of several calls that all cannot be run. What was cut would be cut again. */
function callToRetry(reply: Reply, calls: readonly LandedToolCall[]): LandedToolCall | undefined {
  if (reply.finish === "length" || reply.failure || reply.cut) return undefined;
  return calls.every(({ rejected }) => rejected) ? calls[0] : undefined;
}

/** What a model answers that only showed a call. */
const noCall = "none";

/** A schema for a call of that tool, or of any where it names none that is there; one that may be an example may also be none. */
function callSchema(tools: readonly ToolSpec[], { tool: name, rejected }: LandedToolCall): JSONSchema {
  const tool = tools.find((one) => one.name === name);
  const shapes = (tool ? [tool] : tools).map(callShape);
  if (rejected?.kind !== "doubtful") return tool ? callShape(tool) : { anyOf: shapes };
  const none = {
    type: "object",
    properties: { name: { const: noCall } },
    required: ["name"],
    additionalProperties: false,
  };
  return { anyOf: [...shapes, none] };
}

/** The schema of a call of that tool. */
export function callShape({ name, parameters }: ToolSpec): JSONSchema {
  return {
    type: "object",
    properties: { name: { const: name }, arguments: parameters },
    required: ["name", "arguments"],
    additionalProperties: false,
  };
}

/** What a form came to; undefined where it was not filled in. */
export function filledForm(text: string, prefix: Prefix): LandedToolCall | typeof noCall | undefined {
  try {
    const { name, arguments: given } = parseJson(text) as { name?: unknown; arguments?: unknown };
    if (name === noCall) return noCall;
    if (typeof name !== "string" || given === undefined) return undefined;
    const call = landCall({ name, arguments: JSON.stringify(given) }, prefix);
    return call.rejected ? undefined : { ...call, recovered: "schema" };
  } catch {
    // expected: a reply that is no JSON
    return undefined;
  }
}
