import type { OpenAITool } from "@kestrel/tool-calls";
import { parseToolCalls, repairArguments } from "@kestrel/tool-calls";
import fc from "fast-check";
import { expect, it } from "vitest";
import { nothingInvented } from "../../packages/tool-calls/test/argument-properties.ts";
import { marksFor } from "../../packages/tool-calls/test/every-mark.ts";
import { allowed, expectCost, parse, repeated } from "../../packages/tool-calls/test/expect-cost.ts";

const tool: OpenAITool = {
  type: "function",
  function: {
    name: "edit",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, count: { type: "integer" }, all: { type: "boolean" } },
      required: ["path"],
    },
  },
};

/** Pieces that mean something to one family or another, so that random text is not merely random. */
const pieces = [
  "<tool_call>",
  "</tool_call>",
  "<think>",
  "</think>",
  "[TOOL_CALLS]",
  "[ARGS]",
  "<|python_tag|>",
  "<|channel|>",
  "<|message|>",
  "<function=edit>",
  "<parameter=path>",
  "</parameter>",
  "```json\n",
  "```",
  "Action: edit\nAction Input: ",
  "Observation:",
  '{"name":"edit","arguments":',
  '{"path":"a"}',
  '{"path":',
  "}",
  "]",
  '"',
  "\\",
  "\\u",
  "\n",
  "\t",
  "\r\n",
  "\ud83d",
  "\u00a0",
  "...",
  "edit(path='a')",
  "1: ",
  "null",
  "NaN",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 24 })
  .map((parts) => parts.join(""));

it("reading calls throws on none of 100,000 random texts, and runs only what its schema allows", () => {
  fc.assert(
    fc.property(
      hostile,
      hostile,
      fc.constantFrom("stop", "length", undefined),
      (text, other, finishReason) => {
        const { calls } = parseToolCalls(text, [tool], { reasoning: other, finishReason });
        for (const call of calls) {
          expect(call.name).toBe("edit");
          expect(call.arguments).toMatchObject({ path: expect.any(String) });
        }
        repairArguments(text, tool.function.parameters);
      },
    ),
    { numRuns: 100_000, verbose: fc.VerbosityLevel.None },
  );
});

it("repairs no arguments into what was never said, 100,000 times", () => nothingInvented(100_000));

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

it.each([...marksFor("read", "path"), ...signs])("reads one MiB of %j in 100 ms", (mark) =>
  expectCost(parse(repeated(mark)), allowed),
);

it.each(signs)("reads one MiB of %j in a call and as arguments in 100 ms", (sign) => {
  const text = repeated(sign);
  expectCost(() => parseToolCalls(`<tool_call>${text}`, [tool], { finishReason: "length" }), allowed);
  expectCost(() => repairArguments(text, tool.function.parameters), allowed);
});
