import { describe, expect, it } from "vitest";
import type { LandedCall } from "../src/index.ts";
import { parseToolCalls } from "../src/index.ts";
import { allCallCases, toolsOf } from "./call-cases.ts";

const whole = allCallCases.filter(
  ({ class: kind, tools, input, expected }) =>
    kind === "must" && tools === "home" && expected.calls.length > 0 && input.reasoning === undefined,
);

/** Every text argument of a call, by name. */
function texts(call: LandedCall): [string, unknown][] {
  return Object.entries(call.arguments).filter(([, value]) => typeof value === "string");
}

describe("a reply cut at any place", () => {
  it.each(whole.map((one) => [one.name, one] as const))("runs nothing that was cut: %s", (_name, one) => {
    const { input } = one;
    const expected = one.expected.calls as LandedCall[];
    for (let length = 1; length < input.content.length; length += 1) {
      const landed = parseToolCalls(input.content.slice(0, length), toolsOf(one), { finishReason: "length" });
      for (const [index, call] of landed.calls.entries()) {
        const meant = expected[index];
        expect(call.name).toBe(meant?.name);
        expect(new Map(Object.entries(meant?.arguments ?? {}))).toEqual(
          new Map([...Object.entries(meant?.arguments ?? {}), ...texts(call)]),
        );
      }
    }
  });
});
