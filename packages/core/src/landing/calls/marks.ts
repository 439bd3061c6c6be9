import { matchAt, type ParseContext } from "./parse-context.ts";

/** A control token such as `<|im_end|>`, `<｜tool▁calls▁begin｜>`; its name is lower case with `_`. */
export type Token = { name: string; end: number };

const token = /<[|｜]\s?([^<>|｜\n"'`]{1,60}?)\s?[|｜]>/y;

export function readToken(text: string, at: number): Token | undefined {
  // Asked at every tag, of which most are none.
  if (text[at + 1] !== "|" && text[at + 1] !== "｜") return undefined;
  const match = matchAt(token, text, at);
  if (match?.[1] === undefined || match[0].startsWith("<| ")) return undefined;
  const name = match[1].replace(/\\?[▁_ ]/g, "_").toLowerCase();
  return { name, end: at + match[0].length };
}

/** What a family writes around its calls. Tokens stand in `<|…|>`, tags in `<…>` and `</…>`. */
type FamilyMarks = {
  family: string;
  /** Tokens before a call, after it, and before a result. */
  opens?: string[];
  closes?: string[];
  results?: string[];
  /** Tags around calls. */
  tags?: string[];
};

const families: readonly FamilyMarks[] = [
  {
    family: "Hermes, Qwen, Granite 4, ERNIE and many more",
    tags: ["tool_call", "toolcall", "tool-call", "tool_calls", "toolcalls", "tool-calls"],
    opens: ["tool_call", "tool_calls"],
    closes: ["/tool_call", "/tool_calls"],
  },
  {
    family: "those that say function",
    tags: ["function_call", "function_calls", "functioncall", "function-call", "functioncalls"],
    opens: ["function_call", "function_calls"],
  },
  {
    family: "Llama",
    opens: ["python_tag", "python_start"],
    closes: ["python_end", "eom_id"],
    results: ["ipython"],
  },
  { family: "LFM2", opens: ["tool_call_start"], results: ["tool_response_start"] },
  {
    family: "DeepSeek",
    opens: ["tool_call_begin", "tool_calls_begin", "dsml_function_calls"],
    closes: ["tool_call_end", "tool_calls_end"],
    results: ["tool_outputs_begin", "tool_output_begin"],
    tags: ["calls"],
  },
  {
    family: "Kimi K2",
    opens: ["tool_calls_section_begin", "tool_call_section_begin"],
    closes: ["tool_calls_section_end", "tool_call_section_end"],
    results: ["im_system"],
  },
  { family: "Apertus", opens: ["tools_prefix"], closes: ["tools_suffix"] },
  {
    family: "Cohere",
    opens: ["start_action"],
    closes: ["end_action"],
    results: ["start_tool_result", "begin_tool_result"],
  },
  { family: "InternLM", closes: ["action_end"], results: ["observation"] },
  { family: "gpt-oss", closes: ["call"], results: ["tool", "user"] },
  {
    family: "Solar Open 1",
    opens: ["tool_call:begin"],
    closes: ["tool_call:end", "calls", "flush"],
  },
  { family: "Solar Open 2", opens: ["tool_call:start"], closes: ["tool_call:end"] },
  {
    family: "PLaMo 3",
    opens: ["plamo:begin_tool_requests:plamo", "plamo:begin_tool_request:plamo"],
    closes: [
      "plamo:end_tool_requests:plamo",
      "plamo:end_tool_request:plamo",
      "plamo:end_tool_arguments:plamo",
    ],
  },
  { family: "results of many", results: ["tool_response", "tool_result", "tool_results"] },
  { family: "LongCat", tags: ["longcat_tool_call"] },
  { family: "iQuest", tags: ["iquest_tool_call", "iquestcoder_tool_call"] },
  { family: "FunctionGemma", tags: ["start_function_call"] },
  { family: "dots", tags: ["dots_function_call"] },
  { family: "Anthropic's style", tags: ["tool_use"] },
  { family: "ordinary words", tags: ["tool_code", "tool", "tools", "action", "call", "invoke"] },
];

/** Tokens after which a call is written. */
export const callTokens = new Set(families.flatMap(({ opens = [] }) => opens));

/** Tokens before an invented result. */
export const resultTokens = new Set(families.flatMap(({ results = [] }) => results));

const closingTokens = new Set(families.flatMap(({ closes = [] }) => closes));
const wrapperNames = new Set(families.flatMap(({ tags = [] }) => tags));

/** Wrappers whose names are also ordinary words: what they hold must be a whole call. */
const weakWrappers = new Set(["tool", "tools", "action", "call", "calls", "invoke", "tool_code"]);

/** A vendor before a tag's name, `minimax:`, `ifm|`, or a suffix behind it, `:opensource`. */
function bareTag(written: string): string {
  const name = written.toLowerCase();
  if (wrapperNames.has(name)) return name;
  const parts = name.split(/[:|]/);
  return parts.find((part) => wrapperNames.has(part)) ?? name;
}

const wrapperTag = /<((?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?[A-Za-z][\w:|.-]{2,50})>/y;
const gemmaToken = /<\|tool_call>/y;
const bracketed = /\[(TOOL_CALLS?|TOOL_REQUEST|FUNCTION_CALLS?)\]/y;

/** The end of an opening wrapper at `at`, and whether its name is an ordinary word too. */
export function readWrapperOpener(text: string, at: number): { end: number; weak: boolean } | undefined {
  const plain = matchAt(text[at] === "[" ? bracketed : gemmaToken, text, at);
  if (plain) return { end: at + plain[0].length, weak: false };
  const tag = text[at] === "<" ? matchAt(wrapperTag, text, at) : undefined;
  const name = tag?.[1] === undefined ? undefined : bareTag(tag[1].replace(/^[|｜].*[|｜]\s?/, ""));
  if (!tag || name === undefined || !wrapperNames.has(name)) return undefined;
  return { end: at + tag[0].length, weak: weakWrappers.has(name) && !/[|｜]/.test(tag[0]) };
}

const closingTag = /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([A-Za-z][\w:|.-]{2,50})>/y;
const closingMark =
  /<tool_call\|>|<end_function_call>|\[\/(?:TOOL_CALLS?|TOOL_REQUEST|FUNCTION_CALLS?)\]|\[END_TOOL_REQUEST\]/y;

/** The end of something at `at` that closes a call, or `undefined`. */
export function readCloser(text: string, at: number): number | undefined {
  const mark = matchAt(closingMark, text, at);
  if (mark) return at + mark[0].length;
  const tag = matchAt(closingTag, text, at);
  const name = tag?.[1] === undefined ? undefined : bareTag(tag[1]);
  if (tag && name !== undefined && (wrapperNames.has(name) || name === "function" || name === "parameter")) {
    return at + tag[0].length;
  }
  const found = readToken(text, at);
  return found && closingTokens.has(found.name) ? found.end : undefined;
}

const anyCloser =
  /<\/(?:[|｜][^<>|｜]{1,10}[|｜])?\s?[\w:|-]*(?:tool|function|call|invoke)[\w:|.-]*>|<tool_call\|>|<end_function_call>|\[\/TOOL|\[END_TOOL|<[|｜][^<>|｜]{1,40}(?:end|suffix|END_ACTION)[|｜]>|<\|\/tool/gi;
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
