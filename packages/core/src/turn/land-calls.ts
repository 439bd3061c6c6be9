import type { ToolSpec } from "@kestrel/protocol";
import { parseToolCalls } from "../landing/parse-tool-calls.ts";
import { repairArguments } from "../landing/repair-arguments.ts";
import type { OpenAITool } from "../landing/shapes.ts";
import type { Reply, SpokenCall } from "./stream-reply.ts";

/** A call that may enter the history: either it can be run, or its rejection answers it. */
export type LandedToolCall = {
  tool: string;
  /** JSON text of an object; `{}` where the model's own text does not parse. */
  arguments: string;
  recovered?: "text" | "reasoning";
  repairs?: string[];
  rejected?: { reason: string; got: string };
};

export type LandedCalls = {
  calls: readonly LandedToolCall[];
  /** The words without call markup, when they differ from what was spoken. */
  text?: string;
};

/** Makes what the model said into calls: the server's own ones judged and repaired, otherwise those it printed as text. */
export function landCalls(reply: Reply, tools: readonly ToolSpec[]): LandedCalls {
  if (reply.calls.length > 0) {
    const cut = reply.finish === "length" || reply.finish === "failed";
    return {
      calls: reply.calls.map((call, index) => landed(call, tools, cut && index === reply.calls.length - 1)),
    };
  }
  if (reply.finish !== "stop" && reply.finish !== "length" && reply.finish !== "tool_calls")
    return { calls: [] };
  const finishReason = reply.finish === "length" ? "length" : "stop";
  const found = parseToolCalls(reply.text, tools.map(asOpenAITool), {
    reasoning: reply.reasoning,
    finishReason,
  });
  const recovered: "text" | "reasoning" = reply.text.trim() === "" ? "reasoning" : "text";
  const calls: LandedToolCall[] = [
    ...found.calls.map((call) => ({ tool: call.name, arguments: JSON.stringify(call.arguments), recovered })),
    ...(found.rejected ?? [])
      .filter(({ name }) => tools.some((tool) => tool.name === name))
      .map(({ name = "", reason }) => rejection(name, reason, reply.text, recovered)),
  ];
  return calls.length > 0 ? { calls, text: found.text } : { calls };
}

function landed(call: SpokenCall, tools: readonly ToolSpec[], cut: boolean): LandedToolCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool) {
    const names = tools.map(({ name }) => name).join(", ");
    return rejection(call.name, `there is no tool ${call.name}; the tools are ${names}`, call.arguments);
  }
  if (cut && !parses(call.arguments)) {
    const reason = `the reply was cut at ${call.arguments.length} characters; write it in smaller parts`;
    return rejection(call.name, reason, call.arguments);
  }
  const repaired = repairArguments(call.arguments, tool.parameters as never);
  if (!repaired.ok) return rejection(call.name, repaired.error, call.arguments);
  const value = JSON.stringify(repaired.value);
  if (typeof repaired.value !== "object" || repaired.value === null || Array.isArray(repaired.value)) {
    return rejection(call.name, "the arguments must be a JSON object", call.arguments);
  }
  // The model's own bytes stay where they parse to the same value: the server has them in its cache.
  const same = parses(call.arguments) && JSON.stringify(JSON.parse(call.arguments)) === value;
  return same
    ? { tool: call.name, arguments: call.arguments }
    : { tool: call.name, arguments: value, repairs: ["arguments"] };
}

function rejection(
  name: string,
  reason: string,
  got: string,
  recovered?: "text" | "reasoning",
): LandedToolCall {
  const tool = /^[a-zA-Z0-9_.-]{1,64}$/.test(name) ? name : "unknown";
  return { tool, arguments: "{}", recovered, rejected: { reason, got: got.slice(0, 200) } };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function asOpenAITool({ name, description, parameters }: ToolSpec): OpenAITool {
  return { type: "function", function: { name, description, parameters } } as OpenAITool;
}

/** The answer to a rejected call, in four parts: what was rejected, what was expected, what was got, what to try. */
export function rejectionText(
  { tool, rejected }: Pick<LandedToolCall, "tool" | "rejected">,
  spec: ToolSpec | undefined,
): string {
  const expected = spec ? `\nExpected arguments: ${JSON.stringify(spec.parameters)}` : "";
  return [
    `The call to ${tool} was not run: ${rejected?.reason ?? "it does not parse"}.${expected}`,
    `Got: ${rejected?.got ?? ""}`,
    "Try: send one corrected call.",
  ].join("\n");
}
