/** Notes of a model, each line marked as quoted: none of them can be a heading of ours. */
export function quoted(notes: string): string {
  return notes
    .split(lineEnd)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** What is quoted in a text. */
export function unquoted(text: string): string {
  const lines = text.split("\n").filter((line) => line === ">" || line.startsWith("> "));
  return lines
    .map((line) => line.slice(2))
    .join("\n")
    .trim();
}

/** For a place in which a line end would begin something of its own. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** `<|im_end|>` and its like, in whatever vendor's letters. */
const token = /<([|｜][^<>|｜\n]{1,60}[|｜])>/g;
/** Templates that mark their turns with tags or brackets. */
const tag =
  /<(?=\/?(?:s|bos|eos|(?:start|end)_of_turn|turn|(?:begin|end)_of_text|system|user|assistant|tools?|tool_(?:calls?|response|result)|function_(?:calls?|results?)|think)>|<\/?SYS>>)/gi;
const bracket =
  /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS?|TOOL_CALLS?|ARGS|CALL_ID|THINK|gMASK)\])/gi;

/** Nothing in it begins or ends a turn where a server reads such marks out of plain words: they stay readable, with a blank. */
export function withoutMarks(text: string): string {
  return text.replaceAll(token, "< $1 >").replaceAll(tag, "< ").replaceAll(bracket, "[ ");
}
