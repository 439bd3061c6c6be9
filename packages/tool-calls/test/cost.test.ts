import { describe, it } from "vitest";
import { expectCost, parse } from "./expect-cost.ts";

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
