import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type OpenAITool, parseToolCalls, type ReplyContext } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { content: string } & ReplyContext;
  expected: { calls: object[]; text?: string; rejected?: number; truncated?: boolean };
};

function read(name: string): { tools: OpenAITool[]; cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8"));
}

describe.each(["calls", "calls-by-specification"])("calls that models write as text: %s", (name) => {
  const { tools, cases } = read(name);
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
    "%s",
    (_name, { input, expected }) => {
      const { content, ...context } = input;
      const landed = parseToolCalls(content, tools, context);
      expect(landed.calls).toEqual(expected.calls);
      if (expected.text !== undefined) expect(landed.text).toBe(expected.text);
      if (name === "calls" || expected.rejected !== undefined)
        expect(landed.rejected?.length ?? 0).toBe(expected.rejected ?? 0);
      expect(landed.truncated ?? false).toBe(expected.truncated ?? false);
    },
  );
});
