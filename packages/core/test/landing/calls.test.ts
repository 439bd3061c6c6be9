import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type OpenAITool, parseToolCalls, type ReplyContext } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  /** Names of the tools on offer, where they are not simply all of the file's. */
  offered?: string[];
  input: { content: string } & ReplyContext;
  expected: { calls: object[]; text?: string; rejected?: number; truncated?: boolean | "either" };
};

function read(name: string): { tools: OpenAITool[]; cousins?: OpenAITool[]; cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8"));
}

describe.each(["calls", "calls-by-specification", "calls-third-reading"])(
  "calls that models write as text: %s",
  (name) => {
    const { tools, cousins = [], cases } = read(name);
    it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
      "%s",
      (_name, { input, expected, offered }) => {
        const { content, ...context } = input;
        const chosen = [...tools, ...cousins].filter((tool) => offered?.includes(tool.function.name));
        const landed = parseToolCalls(content, offered ? chosen : tools, context);
        expect(landed.calls).toEqual(expected.calls);
        if (expected.text !== undefined) expect(landed.text).toBe(expected.text);
        if (name === "calls" || expected.rejected !== undefined)
          expect(landed.rejected?.length ?? 0).toBe(expected.rejected ?? 0);
        if (expected.truncated !== "either")
          expect(landed.truncated ?? false).toBe(expected.truncated ?? false);
      },
    );
  },
);
