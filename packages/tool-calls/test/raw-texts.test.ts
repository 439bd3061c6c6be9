import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../src/index.ts";
import { tools } from "./house-tools.ts";

const content = 'import { a } from "./b.js";\nexport const x = "y";\nconsole.log(`x`);\n';
const raw = `{"name": "write", "arguments": {"path": "a.js", "content": "${content}"}}`;
const first = `{"name": "write", "arguments": {"content": "${content}", "path": "a.js"}}`;
const wide = `{\n  "name": "write",\n  "arguments": {\n    "path": "a.js",\n    "content": "${content}"\n  }\n}`;
const read = '{"name": "read", "arguments": {"path": "src/a.ts"}}';
const tag = (body: string) => `<tool_call>\n${body}\n</tool_call>`;
const fence = (body: string) => `\`\`\`json\n${body}\n\`\`\``;

const places: [place: string, reply: string][] = [
  ["alone", raw],
  ["on several lines", wide],
  ["in a fence", fence(raw)],
  ["between tags", tag(raw)],
  ["behind a sentence", `I create the file.\n${fence(raw)}`],
  ["behind another call", `${read}\n${raw}`],
  ["behind another call, each between tags", `${tag(read)}\n${tag(raw)}`],
  ["behind another call, each in a fence", `${fence(read)}\n${fence(raw)}`],
  ["before another call", `${raw}\n${read}`],
  ["before another call, each in a fence", `${fence(raw)}\n${fence(read)}`],
  ["with its other parameter behind", first],
  ["without its last brace", raw.slice(0, -1)],
  ["as Mistral writes it", `[TOOL_CALLS]write[ARGS]{"path": "a.js", "content": "${content}"}`],
];

describe("a text whose quotes and line breaks stand as they are", () => {
  it.each(places)("lands %s", (_place, reply) => {
    const { calls, rejected } = parseToolCalls(reply, tools, { finishReason: "stop" });
    expect(calls.find(({ name }) => name === "write")?.arguments).toEqual({ path: "a.js", content });
    expect(rejected).toBeUndefined();
  });

  it("is asked for again where it may end in two places", () => {
    const two = '{"name": "edit", "arguments": {"path": "a", "old": "say "x", "new": "y"\n", "new": "z"}}';
    const { calls, rejected } = parseToolCalls(tag(two), tools, { finishReason: "stop" });
    expect(calls).toEqual([]);
    expect(rejected).toHaveLength(1);
  });

  it("is refused where it holds the mark of another call", () => {
    const held = `{"name": "write", "arguments": {"path": "a", "content": "say "x"\n<tool_call>\n${read}\n"}}`;
    expect(parseToolCalls(tag(held), tools, { finishReason: "stop" }).calls).not.toContainEqual(
      expect.objectContaining({ name: "write" }),
    );
  });

  it("is a text of Python in three quotes that holds three quotes", () => {
    const python = '\ndef f():\n    """What it does."""\n    return "x"\n';
    const reply = `{"name": "write", "arguments": {"path": "f.py", "content": """${python}"""}}`;
    for (const place of [reply, fence(reply), tag(reply)])
      expect(parseToolCalls(place, tools, { finishReason: "stop" }).calls).toEqual([
        { name: "write", arguments: { path: "f.py", content: python } },
      ]);
    const cut = parseToolCalls(fence(reply.slice(0, 90)).slice(0, -4), tools, { finishReason: "length" });
    expect(cut).toMatchObject({ calls: [], truncated: true });
  });

  it("is cut where the output was", () => {
    for (let length = 60; length < raw.length - 3; length += 7) {
      const { calls } = parseToolCalls(raw.slice(0, length), tools, { finishReason: "length" });
      expect(calls, raw.slice(0, length)).toEqual([]);
    }
  });

  it("takes no parameter that nobody knows into a text", () => {
    const open = '<tool_call>{"name": "read", "arguments": {"path": "a.ts", "why": "x"}';
    for (const finishReason of ["stop", "length"] as const)
      for (const { arguments: given } of parseToolCalls(open, tools, { finishReason }).calls)
        expect(given).toMatchObject({ path: "a.ts" });
  });

  it("lands whatever lines of a program it holds", () => {
    const line = fc.constantFrom(
      'a("b");',
      "const c = 'd';",
      'e = {"f": 1}',
      "",
      "  return x;",
      '# 北京 "g"',
      'if (h == "") {',
      "}",
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const text = `${lines.join("\n")}\n`;
        const reply = `{"name": "write", "arguments": {"path": "a.js", "content": "${text}"}}`;
        for (const place of [reply, fence(reply), tag(reply)]) {
          const { calls } = parseToolCalls(place, tools, { finishReason: "stop" });
          if (calls.length > 0)
            expect(calls).toEqual([{ name: "write", arguments: { path: "a.js", content: text } }]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
