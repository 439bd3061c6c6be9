import fc from "fast-check";
import type { LandedCall, OpenAITool } from "../../src/index.ts";
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

/** Those of the cases that are refused: two readings, or none. */
const refused = casesByDialect
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
type Damage = { at: number; length: number; instead: string };

const damage: fc.Arbitrary<Damage> = fc.record({
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

function damaged(text: string, { at, length, instead }: Damage): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + instead + text.slice(start + length);
}

/** A damaged reply of one or two calls, in any dialect; `added` is how many characters the damage may have put into one value. */
export const mutated: fc.Arbitrary<{ family: string; text: string; meant: Call[]; added: number }> = fc
  .tuple(
    fc.constantFrom(...renderings),
    fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 2 }),
    fc.array(damage, { minLength: 1, maxLength: 2 }),
  )
  .map(([{ family, render }, meant, hurts]) => ({
    family,
    meant,
    // An escape that lost its backslash, or got one, is two characters.
    added: hurts.reduce((sum, { instead }) => sum + instead.length + 2, 0),
    text: hurts.reduce(damaged, meant.map(render).join("\n")),
  }));

/** What only the markup of calls contains; none of the calls above does. */
const markup =
  /<\\?\/?[|｜]?\w*(?:tool|param|arg_|invoke|function|content|path|command)|[|｜]>|\[TOOL|\[ARGS|minimax|"\s*:\s*["{]|<escape>|DSML/i;
/** A tag without a name, its beginning before a blank, a whole one that is mentioned: texts have them. */
const nameless = /(?<=[\s'"`])<parameter=\w+>|<\/?(?:param|parameter)(?:>|(?=[\s\]]))/g;
/** What is left of a mark, and shorter than this, is no different from a text. */
const fewest = 8;

/** The values of a call that took markup for text. */
export function swallowed(call: LandedCall): unknown[] {
  return Object.values(call.arguments).filter(
    (value) => typeof value === "string" && markup.test(value.replace(nameless, "")),
  );
}

/** How many characters of `text` are not, in this order, in `original`. */
function foreign(text: string, original: string): number {
  let row = new Array<number>(original.length + 1).fill(0);
  for (const char of text) {
    const next = [0];
    for (let at = 1; at <= original.length; at += 1)
      next[at] =
        char === original[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return text.length - (row[original.length] ?? 0);
}

/** The texts of a landed call that hold more than the damage can have put into any that was meant, and a piece of a mark besides. */
export function invented(call: LandedCall, meant: readonly Call[], added: number): string[] {
  const texts = meant.flatMap((one) => Object.values(one.arguments)).filter((one) => typeof one === "string");
  return Object.values(call.arguments)
    .filter((value) => typeof value === "string")
    .filter((value) => Math.min(...texts.map((text) => foreign(value, text))) >= added + fewest);
}

const noted: Call = {
  name: "write_file",
  arguments: { path: "src/a.ts", content: "one\ntwo", note: "as it was", mark: "later" },
};
const text = { type: "string" };
const properties = { path: text, content: text, note: text, mark: text };
const notedTools: OpenAITool[] = [
  {
    type: "function",
    function: {
      name: "write_file",
      parameters: { type: "object", properties, required: ["path", "content"] },
    },
  },
];

/** The dialects that write each parameter between tags of its own. */
const tagged = renderings.filter(
  ({ inLine, family }) => inLine || /Coder|Kimi K3|MiniCPM|Solar Open 2/.test(family),
);

/** A call with optional parameters in such a dialect, where one or two characters are gone or others stand: no parameter is that short. */
export const mutatedParameters: fc.Arbitrary<{ text: string; parameters: number; tools: OpenAITool[] }> = fc
  .tuple(fc.constantFrom(...tagged), damage, fc.integer({ min: 0, max: 9_999 }))
  .map(([{ render }, hurt, place]) => ({
    // A random `double` is nearly always next to 0: every place must be as likely.
    text: damaged(render(noted), { ...hurt, at: place / 10_000, length: Math.min(hurt.length, 2) }),
    parameters: Object.keys(noted.arguments).length,
    tools: notedTools,
  }));

/** Calls that are refused because they can be read in two ways, damaged. */
export const mutatedRefusals: fc.Arbitrary<{ name: string; text: string; tools: OpenAITool[] }> = fc
  .tuple(fc.constantFrom(...refused), fc.array(damage, { minLength: 1, maxLength: 2 }))
  .map(([one, hurts]) => ({
    name: one.name,
    text: hurts.reduce(damaged, one.input.content),
    tools: toolsOf(one),
  }));
