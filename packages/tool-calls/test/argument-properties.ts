import fc from "fast-check";
import { expect } from "vitest";
import type { JSONSchema } from "../src/index.ts";
import { repairArguments } from "../src/index.ts";

const text: JSONSchema = { type: "string" };
const schema: JSONSchema = {
  type: "object",
  properties: {
    to: text,
    subject: text,
    copies: { type: "integer" },
    labels: { type: "array", items: text },
    steps: { type: "array", items: { type: "integer" } },
    urgent: { type: "boolean" },
    more: { type: "object", properties: { file: text, line: { type: "integer" } } },
    edits: {
      type: "array",
      items: { type: "object", properties: { old: text, new: text }, required: ["old", "new"] },
    },
  },
  required: ["to"],
};
/** The same, unknown keys forbidden. */
const schemas: JSONSchema[] = [schema, { ...schema, additionalProperties: false }];

/** Texts that hold what JSON is made of. */
const words = fc.constantFrom(
  ...["ann", "a b", "x, y", "key: v", "it's", 'say "hi"', "a\nb", "C:\\t", "12", "{x}", "[1]", "true"],
  ...["src/a.ts", "// c", "#1", "y;z", "中，文", "a=b", "(z)", "...", '"subject"', "o'x", "null", "\\d+"],
);

const marks = fc.constantFrom(
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    ",",
    ":",
    ";",
    "=",
    "\\",
    "\n",
    " ",
    "//",
    "#",
    "/*",
    "*/",
    "...",
    "(",
    ")",
  ],
  ...["，", "：", "“", "”", "｛", "｝", "None", "Null", "true", "0x1F", "1_0", "-3", ".5", "1,000"],
  ...[
    '"to":',
    '"to":"ann"',
    "to: ann\n",
    '"labels":["x"]',
    '"copies":"3"',
    '"urgent":"yes"',
    '"steps":"1, 2"',
  ],
);
const broken = fc
  .array(fc.oneof(marks, words), { maxLength: 24 })
  .map((parts) => (parts.length % 2 === 0 ? `{${parts.join("")}}` : parts.join("")));

/** All texts in a value, keys too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** A text without what JSON, Python and lists are written with: the letters a repair must not add to. */
function letters(given: string): string {
  return given
    .replace(/\\u([\da-fA-F]{4})/g, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, "")
    .replace(/[\s\\"'“”‘’`＂＇+]/g, "");
}

/** Whatever is read fits the schema, and every text in it stood in the input. */
export function nothingInvented(runs: number): void {
  fc.assert(
    fc.property(broken, fc.constantFrom(...schemas), (given, one) => {
      const repaired = repairArguments(given, one);
      if (!repaired.ok) return;
      expect(repairArguments(JSON.stringify(repaired.value), one)).toEqual(repaired);
      const source = letters(given).toLowerCase();
      for (const found of textsIn(repaired.value)) {
        const written = letters(found).toLowerCase();
        const known = Object.keys(schema.properties ?? {}).some((name) => name.toLowerCase() === written);
        expect(known || source.includes(written), `${given} has no ${found}`).toBe(true);
      }
    }),
    { numRuns: runs },
  );
}

/** What is refused because it has two readings stays refused, however it is wrapped. */
export function stillRefused(
  refused: readonly { text: string; schema: JSONSchema | undefined }[],
  runs: number,
): void {
  const wrappings = fc.constantFrom<(text: string) => string>(
    (inner) => `  ${inner}\n`,
    (inner) => `\`\`\`json\n${inner}\n\`\`\``,
    (inner) => `Arguments: ${inner}`,
    (inner) => `${inner}<|im_end|>`,
    (inner) => `\ufeff${inner}`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...refused), wrappings, ({ text: inner, schema: one }, wrap) => {
      expect(repairArguments(wrap(inner), one).ok, wrap(inner)).toBe(false);
    }),
    { numRuns: runs },
  );
}
