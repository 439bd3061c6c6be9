import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type LandedCall, type OpenAITool, parseToolCalls } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { content: string; reasoning?: string };
  expected: { calls: LandedCall[] };
};

const file = new URL("./cases/calls.json", import.meta.url);
const { tools, cases }: { tools: OpenAITool[]; cases: Case[] } = JSON.parse(readFileSync(file, "utf8"));
const whole = cases.filter(
  ({ class: kind, input, expected }) =>
    kind === "must" && expected.calls.length > 0 && input.reasoning === undefined,
);

/** Every text argument of a call, by name. */
function texts(call: LandedCall): [string, unknown][] {
  return Object.entries(call.arguments).filter(([, value]) => typeof value === "string");
}

describe("a reply cut at any place", () => {
  it.each(whole.map((one) => [one.name, one] as const))(
    "runs nothing that was cut: %s",
    (_name, { input, expected }) => {
      for (let length = 1; length < input.content.length; length += 1) {
        const landed = parseToolCalls(input.content.slice(0, length), tools, { finishReason: "length" });
        for (const [index, call] of landed.calls.entries()) {
          const meant = expected.calls[index];
          expect(call.name).toBe(meant?.name);
          expect(new Map(Object.entries(meant?.arguments ?? {}))).toEqual(
            new Map([...Object.entries(meant?.arguments ?? {}), ...texts(call)]),
          );
        }
      }
    },
  );
});
