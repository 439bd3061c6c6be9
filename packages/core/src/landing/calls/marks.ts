import { matchAt, type ParseContext } from "./parse-context.ts";

/** A control token such as `<|im_end|>`, `<｜tool▁calls▁begin｜>`; its name is lower case with `_`. */
export type Token = { name: string; end: number };

const token = /<[|｜]\s?([^<>|｜\n"'`]{1,60}?)\s?[|｜]>/y;

export function readToken(text: string, at: number): Token | undefined {
  const match = matchAt(token, text, at);
  if (match?.[1] === undefined || match[0].startsWith("<| ")) return undefined;
  const name = match[1].replace(/\\?[▁_ ]/g, "_").toLowerCase();
  return { name, end: at + match[0].length };
}

/** Tokens after which a call is written. */
export const callTokens = new Set([
  "tool_call",
  "tool_calls",
  "tool_call_start",
  "tool_call_begin",
  "tool_calls_begin",
  "tool_calls_section_begin",
  "tool_call_section_begin",
  "tools_prefix",
  "python_tag",
  "python_start",
  "start_action",
  "function_call",
  "function_calls",
  "dsml_function_calls",
]);

/** Tokens that close calls. */
const closingTokens = new Set([
  "/tool_call",
  "/tool_calls",
  "tool_call_end",
  "tool_calls_end",
  "tool_calls_section_end",
  "tool_call_section_end",
  "tools_suffix",
  "python_end",
  "end_action",
  "action_end",
  "eom_id",
  "call",
]);

/** Tokens before an invented result. */
export const resultTokens = new Set([
  "observation",
  "ipython",
  "tool_outputs_begin",
  "tool_output_begin",
  "tool_response",
  "tool_response_start",
  "tool_result",
  "tool_results",
  "start_tool_result",
  "begin_tool_result",
  "im_system",
  "tool",
  "user",
]);

/** Opening tokens of reasoning and what closes them. */
export const reasoningTokens: Record<string, string> = {
  start_thinking: "<|END_THINKING|>",
  inner_prefix: "<|inner_suffix|>",
  begin_of_thought: "<|end_of_thought|>",
};

const wrapperNames = new Set([
  "tool_call",
  "toolcall",
  "tool-call",
  "tool_calls",
  "toolcalls",
  "tool-calls",
  "function_call",
  "function_calls",
  "functioncall",
  "function-call",
  "functioncalls",
  "longcat_tool_call",
  "minimax:tool_call",
  "minimax:tool_calls",
  "seed:tool_call",
  "tool_use",
  "start_function_call",
  "dots_function_call",
  "xai:function_call",
  "tool_code",
  "tool",
  "tools",
  "action",
  "call",
  "invoke",
]);

/** Wrappers whose names are also ordinary words: what they hold must be a whole call. */
const weakWrappers = new Set(["tool", "tools", "action", "call", "invoke", "tool_code"]);

const wrapperTag = /<((?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?[A-Za-z][\w:-]{2,30})>/y;
const gemmaToken = /<\|tool_call>/y;
const bracketed = /\[(TOOL_CALLS?|TOOL_REQUEST|FUNCTION_CALLS?)\]/y;

/** The end of an opening wrapper at `at`, and whether its name is an ordinary word too. */
export function readWrapperOpener(text: string, at: number): { end: number; weak: boolean } | undefined {
  const plain = matchAt(text[at] === "[" ? bracketed : gemmaToken, text, at);
  if (plain) return { end: at + plain[0].length, weak: false };
  const tag = text[at] === "<" ? matchAt(wrapperTag, text, at) : undefined;
  const name = tag?.[1]?.replace(/^[|｜].*[|｜]\s?/, "").toLowerCase();
  if (!tag || name === undefined || !wrapperNames.has(name)) return undefined;
  return { end: at + tag[0].length, weak: weakWrappers.has(name) && !/[|｜]/.test(tag[0]) };
}

const closingTag = /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([A-Za-z][\w:-]{2,30})>/y;
const closingMark =
  /<tool_call\|>|<end_function_call>|\[\/(?:TOOL_CALLS?|TOOL_REQUEST|FUNCTION_CALLS?)\]|\[END_TOOL_REQUEST\]/y;

/** The end of something at `at` that closes a call, or `undefined`. */
export function readCloser(text: string, at: number): number | undefined {
  const mark = matchAt(closingMark, text, at);
  if (mark) return at + mark[0].length;
  const tag = matchAt(closingTag, text, at);
  const name = tag?.[1]?.toLowerCase();
  if (tag && name !== undefined && (wrapperNames.has(name) || name === "function" || name === "parameter")) {
    return at + tag[0].length;
  }
  const found = readToken(text, at);
  return found && closingTokens.has(found.name) ? found.end : undefined;
}

const anyCloser =
  /<\/(?:[|｜][^<>|｜]{1,10}[|｜])?[\w:-]*(?:tool|function|call|invoke)[\w:-]*>|<tool_call\|>|<end_function_call>|\[\/TOOL|\[END_TOOL|<[|｜][^<>|｜]{1,40}(?:end|suffix|END_ACTION)[|｜]>|<\|\/tool/gi;

/** Where the first closing mark after `at` begins, or -1. Remembers the last answer, so that asking often is cheap. */
export function findCloser(context: ParseContext, at: number): number {
  const known = context.memory.closer;
  if (known?.text === context.text && at >= known.from && (known.at < 0 || at <= known.at)) return known.at;
  anyCloser.lastIndex = at;
  const found = anyCloser.exec(context.text)?.index ?? -1;
  context.fuel.left -= (found < 0 ? context.text.length : found) - at;
  context.memory.closer = { text: context.text, from: at, at: found };
  return found;
}
