import { liveWords } from "@kestrel/session-state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../src/index.ts";
import { type Call, type Rendering, renderings } from "./render-call.ts";
import { writeFile } from "./write-file.ts";

const tools = [writeFile];

/** Pieces of files: what ends lines, what quotes, what other dialects write. */
const pieces = fc.constantFrom(
  ...[
    "a",
    "word",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    '"',
    "'",
    "`",
    "```",
    "\\",
    "\\n",
    "{",
    "}",
    "[",
    "]",
  ],
  ...[
    "北京",
    "天气。",
    "é",
    "😀",
    "<b>",
    "</b>",
    "<div class='x'>",
    "<br/>",
    "a < b",
    "&lt;",
    "$1",
    ",",
    ":",
    ";",
  ],
  ...["null", "007", "1.10", "true", '{"a": 1}', "[1, 2]", "# comment", "// x", "=", "()"],
  ...[
    "<tool_call>",
    "</tool_call>",
    "<think>",
    "</think>",
    "<|im_end|>",
    "[TOOL_CALLS]",
    "<function=x>",
    "to=functions.x",
  ],
);
/** Whole calls, which are data inside of another. */
const inner = [
  '<tool_call>{"name":"write_file","arguments":{"path":"x","content":"y"}}</tool_call>',
  "<function=write_file><parameter=path>x</parameter><parameter=content>y</parameter></function>",
  '[TOOL_CALLS]write_file[ARGS]{"path":"x","content":"y"}',
  '```json\n{"name":"write_file","arguments":{"path":"x","content":"y"}}\n```',
];
const value = fc
  .array(fc.oneof({ weight: 12, arbitrary: pieces }, { weight: 1, arbitrary: fc.constantFrom(...inner) }), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

function fits({ ends = [], inLine }: Rendering, written: string): boolean {
  return !ends.some((end) => written.includes(end)) && !(inLine && /^\r?\n/.test(written));
}

describe.each(renderings.map((one) => [one.family, one] as const))(
  "a call as the template of %s renders it",
  (_name, rendering) => {
    const content = value.filter((written) => fits(rendering, written));
    const args = fc.record(
      {
        path: fc.constantFrom("a.txt", "src/北京.ts", "a b"),
        content,
        limit: fc.integer(),
        all: fc.boolean(),
      },
      { requiredKeys: ["path", "content"], noNullPrototype: true },
    );

    it("is read back as it was", () => {
      fc.assert(
        fc.property(args, (given) => {
          const call: Call = { name: "write_file", arguments: given };
          const landed = parseToolCalls(rendering.render(call), tools, { finishReason: "stop" });
          expect(landed.calls).toEqual([call]);
        }),
        { numRuns: 100 },
      );
    });
  },
);

/** What begins in the middle of a line, with a word, or as any tag or block of code does: shown until the reply is whole. */
const shown = ["GigaChat", "HyperCLOVA X", "RWKV-7", "fenced JSON", "ReAct", "Cline"];

it.each(renderings.filter(({ family }) => !shown.includes(family)).map((one) => [one.family, one] as const))(
  "a call of %s is held back while it is spoken, at whatever letter the stream stands",
  (_family, { render }) => {
    const call = render({ name: "read", arguments: { path: "a.txt" } });
    for (let length = 0; length <= call.length; length++)
      expect(liveWords(`I look.\n${call.slice(0, length)}`).words.trim()).toBe("I look.");
  },
);
