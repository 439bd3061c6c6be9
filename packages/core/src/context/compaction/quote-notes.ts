/** Notes of a model, each line marked as quoted: none of them can be a heading of ours. */
export function quoted(notes: string): string {
  return notes
    .split(lineEnd)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** The quoted part of a text. */
export function unquoted(text: string): string {
  const lines = text.split("\n").filter((line) => line === ">" || line.startsWith("> "));
  return lines
    .map((line) => line.slice(2))
    .join("\n")
    .trim();
}

/** Joins lines, for places where a line end has a meaning. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** `<|im_end|>` and similar tokens, in any vendor's characters. */
const token = /<([|｜][^<>|｜\n]{1,60}[|｜])>/g;
/** Templates that mark their turns with tags or brackets. */
const tag =
  /<(?=\/?(?:s|bos|eos|(?:start|end)_of_turn|turn|(?:begin|end)_of_text|system|user|assistant|tools?|tool_(?:calls?|response|result)|function_(?:calls?|results?)|think)>|<\/?SYS>>)/gi;
const bracket =
  /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS?|TOOL_CALLS?|ARGS|CALL_ID|THINK|gMASK)\])/gi;

/** Breaks turn markers with a blank, for servers that parse them in plain text; they stay readable. */
export function withoutMarks(text: string): string {
  return text.replaceAll(token, "< $1 >").replaceAll(tag, "< ").replaceAll(bracket, "[ ");
}
