import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../../src/landing/index.ts";
import { invented, mutated, mutatedParameters, mutatedRefusals, swallowed, tools } from "./mutations.ts";

/** The same texts every time; the soak draws 100,000 others, and names their seed. */
const drawn = { numRuns: 3000, seed: 20261122 };
const patience = 60_000;

describe("a damaged call", () => {
  it(
    "runs as what it says, or not at all: no value takes markup for text",
    () => {
      fc.assert(
        fc.property(mutated, ({ text, meant, added }) => {
          const { calls } = parseToolCalls(text, tools, { finishReason: "stop" });
          expect(calls.flatMap(swallowed)).toEqual([]);
          expect(calls.flatMap((call) => invented(call, meant, added))).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );

  it(
    "runs with all its parameters, or not at all: none goes missing where its tag was damaged",
    () => {
      fc.assert(
        fc.property(mutatedParameters, ({ text, parameters, tools: offered }) => {
          const { calls } = parseToolCalls(text, offered, { finishReason: "stop" });
          for (const call of calls) expect(Object.keys(call.arguments)).toHaveLength(parameters);
        }),
        drawn,
      );
    },
    patience,
  );

  it(
    "is not made to run where it was refused for having two readings",
    () => {
      fc.assert(
        fc.property(mutatedRefusals, ({ text, tools: offered }) => {
          const { calls } = parseToolCalls(text, offered, { finishReason: "stop" });
          expect(calls.flatMap(swallowed)).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );
});
