import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LandedCall, parseToolCalls } from "../../src/index.ts";
import { mutated, mutatedRefusals, swallowed, tools } from "./mutations.ts";

/** The long loop: `LANDING_MUTATIONS=100000`, as the soak runs it. */
const runs = Number(process.env.LANDING_MUTATIONS ?? 3000);

function expectSound(calls: readonly LandedCall[]): void {
  for (const call of calls) {
    expect(tools.map((tool) => tool.function.name)).toContain(call.name);
    expect(swallowed(call)).toEqual([]);
  }
}

describe("a damaged call", () => {
  it("runs as what it says, or not at all: no value takes markup for text", () => {
    fc.assert(
      fc.property(mutated, ({ text }) =>
        expectSound(parseToolCalls(text, tools, { finishReason: "stop" }).calls),
      ),
      { numRuns: runs },
    );
  });

  it("is not made to run where it was refused for having two readings", () => {
    fc.assert(
      fc.property(mutatedRefusals, ({ text, tools: offered }) => {
        for (const call of parseToolCalls(text, offered, { finishReason: "stop" }).calls)
          expect(swallowed(call)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
});
