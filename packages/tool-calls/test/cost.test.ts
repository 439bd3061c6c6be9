import { describe, it } from "vitest";
import { allowed, expectCost, parse, repeated } from "./expect-cost.ts";

/** What a mebibyte of any sign or mark costs is measured in the soak, on an idle machine. */
describe("a reply of 100 kB", () => {
  const line = 'It calls `read` with {"path": "a.ts"} <b>then</b> goes on, as the log says: [ok].\n';
  const call = '<tool_call>\n{"name": "read", "arguments": {"path": "src/a.ts"}}\n</tool_call>\n';
  it.each([
    ["of words", line.repeat(1200)],
    ["of words with calls between", (line.repeat(20) + call).repeat(57)],
    [
      "that is one call",
      `{"name": "write", "arguments": {"path": "a", "content": ${JSON.stringify(line.repeat(1100))}}}`,
    ],
  ])("costs at most 30 ms: %s", (_what, text) => {
    expectCost(parse(text), 30);
  });
});

describe("a MiB of an opening mark and a closing one", () => {
  it.each([
    "<tool_call></thought>",
    "<tool_call><|end_message|>",
    "</tool_call><|plamo:begin_tool_request:plamo|>",
    "</thought><|open|>think<|sep|>",
  ])("costs at most 100 ms: %s", (pair) => expectCost(parse(repeated(pair)), allowed));
});

describe("a MiB of brackets that begin nothing", () => {
  it.each(["[\n", "[x ", "[ ", "{: ", "[{\n", "[</param>"])("costs at most 100 ms: %j", (sign) =>
    expectCost(parse(repeated(sign)), allowed),
  );
});

describe("a MiB of quoted lines", () => {
  const shell = '{"name": "shell", "arguments": {"command": "ls"}}';
  it.each(["> <tool_call>\n", `> <tool_call>${shell}</tool_call>\n`, `- > ${shell}\n`, "> \n<tool_call>\n"])(
    "costs at most 100 ms: %j",
    (line) => expectCost(parse(repeated(line)), allowed),
  );
});
