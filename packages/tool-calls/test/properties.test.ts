import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { JSONSchema, OpenAITool } from "../src/index.ts";
import { parseToolCalls, repairArguments } from "../src/index.ts";

// What counts is what comes out; how long it takes is measured by the growth of landing, not here.
vi.setConfig({ testTimeout: 60_000 });

const schema: JSONSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    limit: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["path"],
};
const tools: OpenAITool[] = [{ type: "function", function: { name: "read_file", parameters: schema } }];
const validArguments = fc.record(
  { path: fc.string({ unit: "binary" }), limit: fc.integer(), tags: fc.array(fc.string()) },
  { requiredKeys: ["path"], noNullPrototype: true },
);

const pieces = fc.constantFrom(
  ...[
    "<tool_call>",
    "</tool_call>",
    "<think>",
    "</think>",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "\\",
    ",",
    ":",
    "`",
    "```\n",
  ],
  ...[
    '{"name":"read_file","arguments":',
    '{"path":"a"}',
    "<function=read_file>",
    "<parameter=path>",
    "</parameter>",
  ],
  ...[
    "<|channel|>",
    "commentary to=functions.read_file",
    "<|message|>",
    "[TOOL_CALLS]",
    "<｜tool▁call▁begin｜>",
    "...",
  ],
  ...[
    "Action: read_file\n",
    "Action Input: ",
    "read_file(",
    "path=",
    ")",
    "\n",
    "  ",
    "\t",
    "> ",
    "1: ",
    "…",
    "\r\n",
  ],
  ...[
    "<|open|>call tool=",
    "<|sep|>",
    "<arg_key>",
    "<arg_value>",
    "call:read_file{",
    "\uD800",
    "\u0000",
    "true",
    "-1.5e3",
  ],
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((list) => list.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** Runs a property; fast-check prints the seed when it fails. */
function holds<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void, runs = 500): void {
  fc.assert(fc.property(arbitrary, property), { numRuns: runs });
}

describe("landing, whatever comes", () => {
  it("leaves valid arguments as they are", () => {
    holds(validArguments, (value) => {
      const repaired = repairArguments(JSON.stringify(value), schema);
      expect(repaired.ok && JSON.stringify(repaired.value)).toBe(JSON.stringify(value));
    });
  });

  it("leaves any valid JSON as it is where there is no schema", () => {
    holds(fc.json(), (text) => {
      expect(repairArguments(text)).toEqual({ ok: true, value: JSON.parse(text) });
    });
  });

  it("lets valid calls through unchanged", () => {
    holds(validArguments, (value) => {
      const call = JSON.stringify({ name: "read_file", arguments: value });
      const landed = parseToolCalls(`<tool_call>\n${call}\n</tool_call>`, tools);
      expect(JSON.stringify(landed)).toBe(
        JSON.stringify({ calls: [{ name: "read_file", arguments: value }], text: "" }),
      );
    });
  });

  it("repairs what it repaired no further", () => {
    holds(
      hostile,
      (text) => {
        const once = repairArguments(text, schema);
        if (!once.ok) return;
        expect(repairArguments(JSON.stringify(once.value), schema)).toEqual(once);
      },
      3000,
    );
  });

  it("never throws and never runs what was not offered", () => {
    holds(
      fc.tuple(hostile, hostile),
      ([content, reasoning]) => {
        const landed = parseToolCalls(content, tools, { reasoning, finishReason: "length" });
        expect(landed.calls.every((call) => call.name === "read_file" && "path" in call.arguments)).toBe(
          true,
        );
        repairArguments(content, schema);
      },
      4000,
    );
  });

  it("shrugs at inputs of the wrong kind", () => {
    for (const odd of [undefined, null, 5, {}, [], "x"] as unknown as string[]) {
      expect(parseToolCalls(odd, odd as unknown as OpenAITool[], odd as unknown as object).calls).toEqual([]);
      expect(typeof repairArguments(odd, odd as unknown as JSONSchema).ok).toBe("boolean");
    }
  });
});
