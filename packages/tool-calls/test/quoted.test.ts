import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../src/index.ts";
import { allCallCases, toolsOf } from "./call-cases.ts";

const written = allCallCases.filter(
  ({ class: kind, tools, offered, input, expected }) =>
    kind === "must" &&
    tools === "editor" &&
    expected.calls.length > 0 &&
    !offered &&
    !/think/i.test(input.content),
);
const answer = "The answer is 4.";

/** Places where a call of any dialect is only talked about, and what a person then sees if that is certain. */
const places: [name: string, around: (call: string) => string, seen?: string][] = [
  ["a closed thought", (call) => `<think>\nI could write\n${call}\nbut no.\n</think>\n\n${answer}`, answer],
  ["what stands before </think>", (call) => `I could write\n${call}\nbut no.\n</think>\n\n${answer}`, answer],
  ["a block quote", (call) => `They wrote:\n\n${call.replace(/^/gm, "> ")}\n\nI did not.`],
  ["a fence with prose around", (call) => `The form is:\n\n\`\`\`\`text\n${call}\n\`\`\`\`\n\nThat is all.`],
  ["a code span", (call) => `The form is \`\`\`\`${call.replace(/\s*\n\s*/g, " ")}\`\`\`\` in short.`],
];

describe.each(places)("a call in %s", (_place, around, seen) => {
  it.each(written.map((one) => [one.name, one] as const))("is no call: %s", (_name, one) => {
    const landed = parseToolCalls(around(one.input.content), toolsOf(one));
    expect(landed.calls).toEqual([]);
    expect(landed.rejected ?? []).toEqual([]);
    if (seen !== undefined) expect(landed.text).toBe(seen);
  });
});

describe("a call in the reasoning beside an answer", () => {
  it.each(written.map((one) => [one.name, one] as const))("is dropped: %s", (_name, one) => {
    expect(parseToolCalls(answer, toolsOf(one), { reasoning: one.input.content })).toEqual({
      calls: [],
      text: answer,
    });
  });
});
