import { describe, it } from "vitest";
import { parseToolCalls, repairArguments } from "../src/index.ts";
import { marksFor } from "./every-mark.ts";
import { allowed, expectCost, parse, repeated } from "./expect-cost.ts";
import { tools } from "./house-tools.ts";

const signs = [
  ...[
    '"',
    "'",
    "`",
    "{",
    "}",
    "[",
    "]",
    "(",
    "<",
    ">",
    "\\",
    "\n",
    " ",
    ":",
    ",",
    "=",
    "a",
    "1",
    "~",
    "北",
    "😀",
    "/* ",
    "// ",
  ],
  ...[
    "```\n",
    "```json\n",
    '{"',
    '"}',
    '{"name":"write","arguments":{"path":"a","content":"x" ',
    'read(path="',
    "“",
  ],
  ...[
    '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>',
    'Action: read\nAction Input: {"path":"a"}\n',
  ],
];

describe("one MiB of any one sign or mark", () => {
  // The soak tries all of them.
  it.each(marksFor("read", "path").filter((_mark, index) => index % 6 === 0))(
    "costs at most 100 ms: %j",
    (mark) => expectCost(parse(repeated(mark)), allowed),
  );

  it.each(signs)("costs at most 100 ms, alone, in a call and as arguments: %j", (sign) => {
    const text = repeated(sign);
    expectCost(parse(text), allowed);
    expectCost(() => parseToolCalls(`<tool_call>${text}`, tools, { finishReason: "length" }), allowed);
    expectCost(() => repairArguments(text, tools[0]?.function.parameters), allowed);
  });
});

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
