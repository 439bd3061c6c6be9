import type { OpenAITool } from "@kestrel/core";
import { parseToolCalls, repairArguments } from "@kestrel/core/landing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { nothingInvented, oneMarkWrong } from "../../packages/core/test/landing/argument-properties.ts";
import { damagedHeld, held, notMeant } from "../../packages/core/test/landing/held-marks.ts";
import {
  mutated,
  mutatedParameters,
  mutatedRefusals,
  tools,
} from "../../packages/core/test/landing/mutations.ts";
import { lostParameters, wrongAgain, wrongResults } from "../../packages/core/test/landing/wrong-results.ts";

const tool: OpenAITool = {
  type: "function",
  function: {
    name: "edit",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, count: { type: "integer" }, all: { type: "boolean" } },
      required: ["path"],
    },
  },
};

/** Pieces that mean something to one family or another, so that random text is not merely random. */
const pieces = [
  "<tool_call>",
  "</tool_call>",
  "<think>",
  "</think>",
  "[TOOL_CALLS]",
  "[ARGS]",
  "<|python_tag|>",
  "<|channel|>",
  "<|message|>",
  "<function=edit>",
  "<parameter=path>",
  "</parameter>",
  "```json\n",
  "```",
  "Action: edit\nAction Input: ",
  "Observation:",
  '{"name":"edit","arguments":',
  '{"path":"a"}',
  '{"path":',
  "}",
  "]",
  '"',
  "\\",
  "\\u",
  "\n",
  "\t",
  "\r\n",
  "\ud83d",
  "\u00a0",
  "...",
  "edit(path='a')",
  "1: ",
  "null",
  "NaN",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 24 })
  .map((parts) => parts.join(""));

it("landing throws on none of 100,000 random texts, and runs only what its schema allows", () => {
  fc.assert(
    fc.property(
      hostile,
      hostile,
      fc.constantFrom("stop", "length", undefined),
      (text, other, finishReason) => {
        const { calls } = parseToolCalls(text, [tool], { reasoning: other, finishReason });
        for (const call of calls) {
          expect(call.name).toBe("edit");
          expect(call.arguments).toMatchObject({ path: expect.any(String) });
        }
        repairArguments(text, tool.function.parameters);
      },
    ),
    { numRuns: 100_000, verbose: fc.VerbosityLevel.None },
  );
});

it("landing repairs none of 200,000 damaged arguments into others", () => {
  oneMarkWrong(100_000);
  nothingInvented(100_000);
});

/** The seed is drawn anew each time and said, so that what it finds can be found again. */
function draw(what: string, fails: (seed: number) => string[]): void {
  const seed = Date.now() % 1_000_000;
  const found = fails(seed);
  console.log(`${what}: seed ${seed}, ${found.length} of 100,000\n${found.join("\n---\n")}`);
  expect(found).toEqual([]);
}

it("of 100,000 damaged calls all run as what they say or not at all", () => {
  draw("damaged calls", (seed) =>
    fc.sample(mutated, { numRuns: 100_000, seed }).flatMap((damaged) => {
      const reply = parseToolCalls(damaged.text, tools, { finishReason: "stop" });
      return wrongResults(damaged, reply, tools).length > 0 ? [damaged.text] : [];
    }),
  );
});

it("of 100,000 damaged calls all run with all their parameters or not at all", () => {
  draw("damaged parameters", (seed) =>
    fc.sample(mutatedParameters, { numRuns: 100_000, seed }).flatMap((damaged) => {
      const reply = parseToolCalls(damaged.text, damaged.tools, { finishReason: "stop" });
      return lostParameters(damaged, reply).length > 0 ? [damaged.text] : [];
    }),
  );
});

it("of 100,000 damaged calls that were refused for having two readings none takes markup for text", () => {
  draw("damaged refusals", (seed) =>
    fc.sample(mutatedRefusals, { numRuns: 100_000, seed }).flatMap((damaged) => {
      const reply = parseToolCalls(damaged.text, damaged.tools, { finishReason: "stop" });
      return wrongAgain(damaged, reply).length > 0 ? [damaged.text] : [];
    }),
  );
});

it("of 100,000 valid calls whose values hold marks of calls all run as they are or not at all", () => {
  draw("held marks", (seed) =>
    fc.sample(held, { numRuns: 100_000, seed }).flatMap((whole) => {
      const { calls } = parseToolCalls(whole.text, tools, { finishReason: "stop" });
      return notMeant({ ...whole, inserted: 0, removed: 0 }, calls).length > 0 ? [whole.text] : [];
    }),
  );
});

it("of 100,000 damaged ones that were refused for having two readings none is made to run", () => {
  const refused = held.filter(
    ({ text }) => parseToolCalls(text, tools, { finishReason: "stop" }).calls.length === 0,
  );
  draw("damaged held marks", (seed) =>
    fc.sample(refused.chain(damagedHeld), { numRuns: 100_000, seed }).flatMap((damaged) => {
      const { calls } = parseToolCalls(damaged.text, tools, { finishReason: "stop" });
      return notMeant(damaged, calls).length > 0 ? [damaged.text] : [];
    }),
  );
});

it("100 kB of damaged calls cost less than 50 ms", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const texts = fc.sample(mutated, { numRuns: 400, seed }).map((one) => one.text);
    const text = texts.join("\n").slice(0, 100_000);
    const costs = [1, 2, 3].map(() =>
      processorTime(() => parseToolCalls(text, tools, { finishReason: "stop" })),
    );
    expect(Math.min(...costs) * (100_000 / text.length), `seed ${seed}`).toBeLessThan(50);
  }
});

/** Milliseconds of this process, whoever else keeps the machine busy. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}
