import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../../src/landing/index.ts";
import { mutated, mutatedParameters, mutatedRefusals, tools } from "./mutations.ts";
import { lostParameters, wrongAgain, wrongResults } from "./wrong-results.ts";

const patience = 60_000;
const stopped = { finishReason: "stop" } as const;

/** The same draws every time. The soak draws 100,000 of each anew, and says their seed. */
const drawn = { numRuns: 4000, seed: 20261122 };

describe("a damaged call", () => {
  it(
    "runs as what it says, or not at all: nothing is invented, no value takes markup for text",
    () => {
      fc.assert(
        fc.property(mutated, (damaged) => {
          expect(wrongResults(damaged, parseToolCalls(damaged.text, tools, stopped), tools)).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );

  it(
    "runs with all its parameters, or not at all: none goes missing where a mark was damaged",
    () => {
      fc.assert(
        fc.property(mutatedParameters, (damaged) => {
          expect(lostParameters(damaged, parseToolCalls(damaged.text, damaged.tools, stopped))).toEqual([]);
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
        fc.property(mutatedRefusals, (damaged) => {
          expect(wrongAgain(damaged, parseToolCalls(damaged.text, damaged.tools, stopped))).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );
});
