import { describe, expect, it } from "vitest";
import type { OpenAITool } from "../src/index.ts";
import { parseToolCalls, repairArguments } from "../src/index.ts";

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tools: OpenAITool[] = [{ type: "function", function: { name: "read_file", parameters: schema } }];
const large = 1_000_000;
/** Eight times the text may cost at most this many times more; quadratic work would cost 64 times. */
const maximumRatio = 20;
/** Below this many milliseconds a ratio says nothing. */
const noise = 40;

/** What this process spent; others on the machine do not count. */
function milliseconds(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}

const hostile = [
  ...["<", "{", "[", '"', "\\", "`", "```\n", "> ", "\n{\n", '{"a":', '{"', "“", "1", "//", " \n"],
  ...[
    "<tool_call>",
    '<tool_call>{"name":"read_file","arguments":{"path":"',
    "<think>",
    "</think>",
    "[TOOL_CALLS][",
  ],
  ...[
    "<function=read_file><parameter=path>",
    "<read_file><path>",
    "<arg_key>a</arg_key><arg_value>",
    "[read_file(path=",
  ],
  ...[
    "<｜tool▁call▁begin｜>",
    "to=functions.read_file {",
    "<|channel|>commentary to=functions.read_file<|message|>{",
  ],
  ...[
    '{"name":"read_file","arguments":{}}\n',
    "Action: read_file\nAction Input: {\n",
    "call:read_file{path:",
    "<a>",
  ],
  ...[
    '```json\n{"name":"read_file","arguments":{"path":"a"}}\n```\n',
    "<tool_response>\n",
    "<|recipient|>read_file\n<|content|>",
    '`<tool_call>{"name":"read_file"}',
    "{path='a', ",
    "x = 1\n...\n",
  ],
  // Of every dialect: its openers only, its closers only.
  ...[
    "</parameter>",
    "<function=read_file><parameter=path></tool_call>",
    "<read_file><path></x>",
    "<b>",
    "◁think▷",
  ],
  ...[
    "<|tool_arg:start|>",
    "<|tool_call:start|>read_file\n<|tool_arg:start|>path<|tool_arg:value|>",
    "<|channel>",
  ],
  ...['<function name="read_file"><param name="path"><![CDATA[', "<tool: read_file>{", "to=self<|message|>"],
  ...[
    "x<|content_invoke_tool_json|>{",
    "-> tool/function_call[{",
    '>>>read_file\n{"',
    '[TOOL_CALLS]read_file[ARGS]{"a',
  ],
  ...[
    "<|plamo:begin_tool_request:plamo|>",
    "<|tool_call:begin|>0<|tool_call:name|>read_file",
    '<tool_call>{"a</tool_call>',
  ],
  // No line break, one character, two in turn.
  ...["a", "ab", "\uD83D", "北", "\t"],
];

function grow(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

describe("landing a megabyte of hostile text", () => {
  it.each(hostile.map((unit) => [JSON.stringify(unit), unit] as const))(
    "costs linear time for %s",
    (_name, unit) => {
      const works = [
        (text: string) => parseToolCalls(text, tools, { reasoning: text }),
        (text: string) => repairArguments(text, schema),
      ];
      for (const work of works) {
        const small = milliseconds(() => work(grow(unit, large / 8)));
        const whole = milliseconds(() => work(grow(unit, large)));
        expect(whole / Math.max(small, noise)).toBeLessThan(maximumRatio);
      }
    },
  );
});

/** Of texts whose middle grows: what stands before and behind it is what a pattern looks for. */
const framed = [["</ab>", "\n", "<"]] as const;

describe("landing a file to write with a hostile middle", () => {
  const properties = { path: { type: "string" }, content: { type: "string" }, limit: { type: "integer" } };
  const write = { type: "object", properties, required: ["path", "content"] };
  const writing: OpenAITool[] = [{ type: "function", function: { name: "write_file", parameters: write } }];

  it.each(framed.map((one) => [JSON.stringify(one), ...one] as const))(
    "costs linear time for %s",
    (_name, before, unit, behind) => {
      const text = (size: number) =>
        `<function=write_file>\n<parameter=path>a</parameter>\n<parameter=content>\n${before}${grow(unit, size)}${behind}\n</parameter>\n</function>`;
      const work = (size: number) => parseToolCalls(text(size), writing);
      const small = milliseconds(() => work(large / 80));
      const whole = milliseconds(() => work(large / 10));
      expect(whole / Math.max(small, noise)).toBeLessThan(maximumRatio);
    },
  );
});
