import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type OpenAITool, parseToolCalls, type ReplyContext } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { content: string } & ReplyContext;
  expected: { calls: object[]; text?: string; rejected?: number; truncated?: boolean };
};

const file = new URL("./cases/calls.json", import.meta.url);
const { tools, cases }: { tools: OpenAITool[]; cases: Case[] } = JSON.parse(readFileSync(file, "utf8"));

describe("calls that models write as text", () => {
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
    "%s",
    (_name, { input, expected }) => {
      const { content, ...context } = input;
      const landed = parseToolCalls(content, tools, context);
      expect(landed.calls).toEqual(expected.calls);
      if (expected.text !== undefined) expect(landed.text).toBe(expected.text);
      expect(landed.rejected?.length ?? 0).toBe(expected.rejected ?? 0);
      expect(landed.truncated ?? false).toBe(expected.truncated ?? false);
    },
  );
});
