import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../../src/landing/index.ts";
import { damagedHeld, held, notMeant } from "./held-marks.ts";
import { tools } from "./mutations.ts";

const patience = 60_000;
const stopped = { finishReason: "stop" } as const;
/** The same draws every time. The soak draws anew, and says its seed. */
const drawn = { numRuns: 6000, seed: 20261127 };

const readOf = (text: string) => parseToolCalls(text, tools, stopped).calls;
/** Nothing was damaged. */
const unchanged = { inserted: 0, removed: 0 };

describe("a valid call with a value that holds marks of calls", () => {
  it(
    "runs as it is, or not at all: no value is cut short, and no part of one is a call",
    () => {
      fc.assert(
        fc.property(held, (whole) => {
          expect(notMeant({ ...whole, ...unchanged }, readOf(whole.text))).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );

  it(
    "that was refused, for it can be read in two ways, is not made to run by damage",
    () => {
      const refused = held.filter(({ text }) => readOf(text).length === 0);
      fc.assert(
        fc.property(refused.chain(damagedHeld), (damaged) => {
          expect(notMeant(damaged, readOf(damaged.text))).toEqual([]);
        }),
        drawn,
      );
    },
    patience,
  );
});
