import type { Prefix, ToolSpec } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { parseJson } from "@kestrel/text";
import type { JSONSchema } from "@kestrel/tool-calls";
import { turnSoFar } from "../loop-detection/turn-so-far.ts";
import { callShape, filledForm, type ParsedReply } from "./land-reply.ts";
import type { Reply } from "./reply.ts";

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
