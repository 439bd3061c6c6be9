import type { EventOf, Prefix, ToolSpec } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";
import type { JSONSchema } from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import { type LandedCalls, landCall, landCalls, type ReplyKnowledge } from "./land-calls.ts";
import type { Reply } from "./reply.ts";

/** A reply, its calls, and its text in the history. */
export type ParsedReply = {
  reply: Reply;
  calls: readonly LandedToolCall[];
  kept: KeptReply;
  /** None of its calls can be run: the schema to request one, and the text that is kept with it. */
  form?: WantedForm;
  /** It only repeats a call, and is requested again: it is not kept. */
  repeated?: true;
  /** The error while calls were parsed; then it has none. */
  fault?: unknown;
};

/** `ending`: it may also end the turn. */
type WantedForm = { answerSchema: JSONSchema; text: string; ending?: true };

/** `text`: the text in the history, if it differs from the output. */
export type KeptReply = Pick<EventOf<"reply.completed">, "text" | "retried" | "report" | "finished">;

/** Parses a reply. `able`: a call that cannot be run may be requested by a schema. */
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

/** Parses a call that was requested by a schema; without one, the earlier calls are answered the usual way. */
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

/** Calls printed as text are counted after parsing: a reply with too many is cut like any other. */
function withinBounds(spoken: Reply, landed: LandedCalls): { reply: Reply } & LandedCalls {
  if (landed.calls.length <= keptBounds.calls) return { reply: spoken, ...landed };
  return {
    reply: { ...spoken, finish: "cut", cut: "too_many_calls" },
    calls: [],
    text: landed.text ?? spoken.text,
  };
}

/** The first call, if none can be run. A cut call would be cut again. */
function callToRetry(reply: Reply, calls: readonly LandedToolCall[]): LandedToolCall | undefined {
  if (reply.finish === "length" || reply.failure || reply.cut) return undefined;
  return calls.every(({ rejected }) => rejected) ? calls[0] : undefined;
}

/** The answer of a model that only showed an example call. */
const noCall = "none";

/** A schema for a call of that tool, or of any if it names no offered one; a possible example may also be no call. */
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

/** The result of a form; undefined when it was not filled in. */
export function filledForm(text: string, prefix: Prefix): LandedToolCall | typeof noCall | undefined {
  try {
    const { name, arguments: given } = parseJson(text) as { name?: unknown; arguments?: unknown };
    if (name === noCall) return noCall;
    if (typeof name !== "string" || given === undefined) return undefined;
    const call = landCall({ name, arguments: JSON.stringify(given) }, prefix);
    return call.rejected ? undefined : { ...call, recovered: "schema" };
  } catch {
    // expected: a reply that is not JSON
    return undefined;
  }
}
