import fc from "fast-check";
import type { OpenAITool } from "../../src/index.ts";
import { casesByDialect, toolsOf } from "./call-cases.ts";
import { type Call, renderings } from "./render-call.ts";
import { writeFile } from "./write-file.ts";

export const tools: OpenAITool[] = [
  writeFile,
  {
    type: "function",
    function: {
      name: "shell",
      parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
    },
  },
];

/** Those of the cases that are refused: two readings, or none. Values that hold marks are damaged by `held-marks.ts`, which knows what they were. */
const refused = casesByDialect
  .filter(([dialect]) => dialect !== "held-marks")
  .flatMap(([, cases]) => cases)
  .filter(
    ({ class: kind, input, expected }) =>
      kind === "negative" && (expected.rejected ?? 0) > 0 && input.reasoning === undefined,
  );

const calls: readonly Call[] = [
  { name: "write_file", arguments: { path: "src/a.ts", content: "one\ntwo\n", limit: 5, all: true } },
  { name: "write_file", arguments: { content: "const x = 1;", path: "b" } },
  { name: "shell", arguments: { command: "ls -la" } },
];

/** One way to damage a text: a place, how much goes, and what comes instead. */
export type Damage = { at: number; length: number; instead: string };

export const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.integer({ min: 0, max: 9_999 }).map((place) => place / 10_000),
  length: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 3, max: 25 })),
  instead: fc.constantFrom(
    "",
    "",
    "",
    "\n",
    '"',
    "<",
    ">",
    "/",
    "x",
    "}",
    "{",
    ",",
    ":",
    "\\",
    "'",
    " ",
    "]",
    "`",
    "</",
  ),
});

export function damaged(text: string, { at, length, instead }: Damage): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + instead + text.slice(start + length);
}

/** How many characters a damage put into a text; an escape that it parted, lost or made is one more. */
export function insertedBy(text: string, { at, length, instead }: Damage): number {
  const start = Math.floor(at * text.length);
  const around = text.slice(Math.max(0, start - 1), start + length) + instead;
  return instead.length + (around.includes("\\") ? 1 : 0);
}

/** A damaged reply of one or two calls, in any dialect; `inserted` is how many characters the damage may have put into a value. */
export type Mutated = { family: string; text: string; meant: Call[]; inserted: number };

export const mutated: fc.Arbitrary<Mutated> = fc
  .tuple(
    fc.constantFrom(...renderings),
    fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 2 }),
    fc.array(damage, { minLength: 1, maxLength: 2 }),
  )
  .map(([{ family, render }, meant, hurts]) => ({
    family,
    meant,
    ...hurts.reduce(
      ({ text, inserted }, hurt) => ({
        text: damaged(text, hurt),
        inserted: inserted + insertedBy(text, hurt),
      }),
      { text: meant.map(render).join("\n"), inserted: 0 },
    ),
  }));

const noted: Call = {
  name: "write_file",
  arguments: { path: "src/a.ts", content: "one\ntwo", limit: 54321, note: "as it was", mark: "later" },
};
const text = { type: "string" };
const properties = { path: text, content: text, limit: { type: "integer" }, note: text, mark: text };
const notedTools: OpenAITool[] = [
  {
    type: "function",
    function: {
      name: "write_file",
      parameters: { type: "object", properties, required: ["path", "content"] },
    },
  },
];

/** A call with optional parameters, damaged; `parameters` is how many it has. */
export type MutatedParameters = { family: string; text: string; parameters: number; tools: OpenAITool[] };

/** In any dialect, at one or two places one or two characters are gone or others stand: no parameter or value is that short. */
export const mutatedParameters: fc.Arbitrary<MutatedParameters> = fc
  .tuple(fc.constantFrom(...renderings), fc.array(damage, { minLength: 1, maxLength: 2 }))
  .map(([{ family, render }, hurts]) => ({
    family,
    text: hurts.reduce(
      (given, hurt) => damaged(given, { ...hurt, length: Math.min(hurt.length, 2) }),
      render(noted),
    ),
    parameters: Object.keys(noted.arguments).length,
    tools: notedTools,
  }));

/** A refused text, damaged; `family` wrote the call that two damages had made it of, where that is known. */
export type MutatedRefusal = { name: string; family?: string; text: string; tools: OpenAITool[] };

const damagedTwice = /^what (?:two|four) damages left, (.+), \d+$/;

/** Calls that are refused because they can be read in two ways, damaged. */
export const mutatedRefusals: fc.Arbitrary<MutatedRefusal> = fc
  .tuple(fc.constantFrom(...refused), fc.array(damage, { minLength: 1, maxLength: 2 }))
  .map(([one, hurts]) => ({
    name: one.name,
    family: damagedTwice.exec(one.name)?.[1],
    text: hurts.reduce(damaged, one.input.content),
    tools: toolsOf(one),
  }));
