import type { EventOf, Prefix, ToolSpec } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { parseJson } from "@kestrel/text";
import {
  callsEnd,
  findCalls,
  type JSONSchema,
  mendArguments,
  type OpenAITool,
  ToolIndex,
} from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { cutCall, type NamedReason, shownReason, unknownTool } from "../calls/reject-call.ts";
import { useName } from "../catalog/use-spec.ts";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import { keptBounds } from "../ports/reply-bounds.ts";
import type { Beginning } from "../whole-files/whole-file-calls.ts";
import { type MeantUse, meantCapability, useArguments } from "./call-of-capability.ts";
import type { Reply, SpokenCall } from "./collect-reply.ts";

/** A reply, its calls, and its text in the history. */
export type ParsedReply = {
  reply: Reply;
  calls: readonly LandedToolCall[];
  kept: KeptReply;
  /** None of its calls can be run: the schema to request one, and the text that is kept with it. */
  form?: WantedForm;
  /** The beginning of a reply that takes the place of its call. */
  begun?: Beginning;
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

/**
 * For a guided model's reply that is neither a call nor an answer: it is discarded, and the same prompt is sent with a schema that allows a
 * call or the end. Asked in text to continue, a small model calls nothing (0 of 24 in our first runs). `repeats`: its call was made before,
 * and sampling again did not change it. The schema then offers every other tool. Once per turn.
 */
export function withEndForm(landed: ParsedReply, state: SessionState, repeats = false): ParsedReply {
  const { reply, calls, kept, fault } = landed;
  const isEnd = calls.length === 0 && reply.finish === "stop";
  if (!(isEnd || repeats) || fault !== undefined) return landed;
  const text = kept.text ?? reply.text;
  if (turnSoFar(state).replies.some(({ cause }) => cause === "ending")) return landed;
  const tools = state.prefix.tools.filter(({ name }) => name !== calls[0]?.tool);
  if (!repeats && text.trim() !== "" && !isReminded(state) && !looksLikeCall(text, tools)) return landed;
  const answerSchema = endSchema(tools);
  const form = { answerSchema, text: repeats ? "" : text, ending: true as const };
  return { ...landed, calls: repeats ? [] : calls, kept: { ...kept, text: "" }, form };
}

/** Whether a text contains an unparsed call: a tool's name in JSON, before an object, or as a command in a fence. */
function looksLikeCall(text: string, tools: readonly ToolSpec[]): boolean {
  const name = `(?:${tools.map((tool) => tool.name.replaceAll(/\W/g, "\\$&")).join("|")})`;
  const shapes = [
    `"name"\\s*:\\s*"${name}"`,
    `[\`"']${name}[\`"'][^\\n{]{0,80}\\{\\s*"\\w+"\\s*:`,
    `^\`{3,}\\w*\\n${name} +["'./-]`,
  ];
  return new RegExp(shapes.join("|"), "m").test(text);
}

/** Whether the model's last input is a reminder. One that asks for a check may be answered in text: there may be none. */
function isReminded({ timeline }: SessionState): boolean {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply") continue;
    return entry.kind === "note" && entry.cause !== undefined && entry.cause !== "unverified";
  }
  return false;
}

/** The name that means the end instead of a call. */
const end = "finish";

/** Characters; a longer reason would be another reply. */
const longestWhy = 200;

function endSchema(tools: readonly ToolSpec[]): JSONSchema {
  const properties = { done: { type: "boolean" }, why: { type: "string", maxLength: longestWhy } };
  const parameters = {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { anyOf: [...tools, { name: end, description: "", parameters }].map(callShape) };
}

/**
 * The result of the form: a call, and the text before it is dropped; or an end, and the text is the answer. If it was not filled in, the
 * text stays as it was.
 */
export function landEndForm(reply: Reply, text: string, prefix: Prefix): ParsedReply {
  const finished = reply.finish === "stop" ? ended(reply.text) : undefined;
  if (finished) {
    const words = text.trim() === "" && finished.done ? finished.why : text;
    return { reply, calls: [], kept: { text: words, finished } };
  }
  const call = reply.finish === "stop" ? filledForm(reply.text, prefix) : undefined;
  if (call === undefined || typeof call === "string") return { reply, calls: [], kept: { text } };
  return { reply, calls: [call], kept: { text: "" } };
}

function ended(text: string): { done: boolean; why: string } | undefined {
  try {
    const { name, arguments: given } = parseJson(text) as { name?: unknown; arguments?: unknown };
    const { done, why } = Object(given) as { done?: unknown; why?: unknown };
    if (name !== end || typeof done !== "boolean") return undefined;
    return { done, why: typeof why === "string" ? why.slice(0, longestWhy) : "" };
  } catch {
    // expected: a reply that is not JSON
    return undefined;
  }
}

export type LandedCalls = {
  calls: readonly LandedToolCall[];
  /** The text without call markup, when it differs from the output. */
  text?: string;
  /** The error while calls were parsed. */
  fault?: unknown;
};

/** What a session offers: its tools, and its catalogue. */
type Offered = Pick<Prefix, "tools" | "catalog">;

/** What is known of the model and the tools: the grammar of the model's family, and the read-only tools. */
export type ReplyKnowledge = { grammar?: string | undefined; reads?: readonly string[] };

/** Parses the calls of a reply: the server's own ones are judged and repaired, otherwise those printed as text. */
export function landCalls(reply: Reply, offered: Offered, known: ReplyKnowledge = {}): LandedCalls {
  const { finish, calls } = reply;
  if (calls.length > 0) {
    const cut = finish === "length" || finish === "failed";
    const faults: unknown[] = [];
    const landed = calls.map((call, index) =>
      landCall(call, offered, cut && index === calls.length - 1, faults),
    );
    return { calls: landed, ...(faults.length > 0 && { fault: faults[0] }) };
  }
  if (finish !== "stop" && finish !== "length" && finish !== "tool_calls") return { calls: [] };
  return landText(reply, offered, known);
}

/** Finds the end of the calls that a reply prints, with the same parser as `landCalls`. */
export const callsEndOf = ({ tools }: Offered, known: ReplyKnowledge) =>
  callsEnd(tools.map(asOpenAITool), optionsOf(known));

const optionsOf = ({ grammar, reads }: ReplyKnowledge) => ({
  ...(grammar !== undefined && { family: grammar }),
  ...(reads && { reads }),
});

function landText(reply: Reply, offered: Offered, known: ReplyKnowledge): LandedCalls {
  const { tools } = offered;
  const find = (more: readonly string[]) =>
    findCalls(reply.text, [...tools.map(asOpenAITool), ...more.map(anyArguments)], {
      reasoning: reply.reasoning,
      finishReason: reply.finish === "length" ? "length" : "stop",
      ...optionsOf(known),
    });
  const first = find([]);
  // Names of capabilities are accepted as tools only when the reply contains such a call: other calls are unaffected.
  const meant = (first.rejected ?? []).flatMap(({ name = "" }) =>
    meantCapability(offered, name) ? [name] : [],
  );
  const found = meant.length > 0 ? find([...new Set(meant)]) : first;
  const silent = reply.text.trim() === "";
  const recovered = silent ? "reasoning" : "text";
  const spoken = silent ? reply.reasoning : reply.text;
  const named = (name: string | undefined) =>
    name ??
    /"name"\s*:\s*"([\w.-]{1,64})"|<\w{1,20}=["']?([\w.-]{1,64})/.exec(spoken)?.slice(1).find(Boolean) ??
    "";
  const rejected: NamedReason[] = (found.rejected ?? []).map(({ name, why }) => ({
    tool: named(name),
    ...shownReason(why),
  }));
  if (found.truncated) rejected.push({ tool: named(undefined), ...cutCall(spoken) });
  const calls: LandedToolCall[] = [
    ...found.calls.map(
      (call) =>
        ({
          ...(meant.includes(call.name)
            ? landCall({ name: call.name, arguments: JSON.stringify(call.arguments) }, offered)
            : { tool: call.name, arguments: JSON.stringify(call.arguments) }),
          recovered,
        }) as const,
    ),
    ...rejected.map((one) => ({ ...rejection(one, tools), recovered }) as const),
  ];
  if (calls.length > 0) return { calls, text: found.kept ?? found.text };
  return found.fault === undefined ? { calls } : { calls, fault: found.fault };
}

/** Judges one call the server parsed; `cut`: the reply ended inside it. Receives unexpected errors in `faults`. */
export function landCall(
  call: SpokenCall,
  offered: Offered,
  cut = false,
  faults: unknown[] = [],
): LandedToolCall {
  const { tools } = offered;
  const name = new ToolIndex(tools.map(asOpenAITool)).find(call.name)?.name;
  const tool = tools.find((one) => one.name === name);
  const meant = tool ? undefined : meantCapability(offered, call.name);
  if (meant) return landUse(call, meant, tools, cut);
  if (!tool) return rejection({ tool: call.name, ...unknownTool(call.name, tools) }, tools);
  const valid = parsed(call.arguments);
  if (cut && valid === undefined) return rejection({ tool: tool.name, ...cutCall(call.arguments) }, tools);
  const repaired = mendArguments(call.arguments, tool.parameters);
  if (!repaired.ok) {
    if (repaired.fault !== undefined) faults.push(repaired.fault);
    return rejection({ tool: tool.name, ...shownReason(repaired.why) }, tools);
  }
  const { value } = repaired;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const reason = shownReason({ reason: "the arguments are no JSON object", got: call.arguments });
    return rejection({ tool: tool.name, ...reason }, tools);
  }
  const text = JSON.stringify(value);
  // The model's own bytes are kept if they parse to the same value: the server has them in its cache.
  const same = valid !== undefined && JSON.stringify(valid.value) === text;
  const repairs = [
    ...(tool.name === call.name ? [] : ["name"]),
    ...(same ? [] : [valid === undefined ? "json" : "arguments"]),
  ];
  const landed = { tool: tool.name, arguments: same ? call.arguments : text };
  return repairs.length > 0 ? { ...landed, repairs } : landed;
}

/** A capability that was called as a tool: the same call through `use`. */
function landUse(
  call: SpokenCall,
  meant: MeantUse,
  tools: readonly ToolSpec[],
  cut: boolean,
): LandedToolCall {
  const valid = parsed(call.arguments) !== undefined;
  if (cut && !valid) return rejection({ tool: useName, ...cutCall(call.arguments) }, tools);
  const given = useArguments(meant, call.arguments);
  if (given !== undefined)
    return { tool: useName, arguments: given, repairs: ["name", ...(valid ? [] : ["json"])] };
  const reason = shownReason({ reason: "the arguments are no JSON object", got: call.arguments });
  return rejection({ tool: useName, ...reason }, tools);
}

/** Represents a call that cannot be run: under the offered tool's name that it means, if any, without arguments. */
function rejection({ tool: given, ...rejected }: NamedReason, tools: readonly ToolSpec[]): LandedToolCall {
  const known = new ToolIndex(tools.map(asOpenAITool)).find(given)?.name;
  const tool = known ?? (/^[a-zA-Z0-9_.-]{1,64}$/.test(given) ? given : "unknown");
  return { tool, arguments: "{}", rejected };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    // expected: a model's arguments that are not JSON
    return undefined;
  }
}

function anyArguments(name: string): OpenAITool {
  return { type: "function", function: { name, parameters: { type: "object" } } };
}

function asOpenAITool({ name, description, parameters }: ToolSpec): OpenAITool {
  return { type: "function", function: { name, description, parameters } };
}
