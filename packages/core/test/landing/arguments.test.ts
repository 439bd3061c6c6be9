import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type JSONSchema, repairArguments } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { text: string; schema?: string };
  expected: { ok: true; value: unknown } | { ok: false };
};

function read(name: string): { schemas: Record<string, JSONSchema>; cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8"));
}

describe.each(["arguments", "arguments-by-specification", "arguments-third-reading"])(
  "arguments as models write them: %s",
  (name) => {
    const { schemas, cases } = read(name);
    it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
      "%s",
      (_name, { input, expected }) => {
        const repaired = repairArguments(
          input.text,
          input.schema === undefined ? undefined : schemas[input.schema],
        );
        if (expected.ok) expect(repaired).toEqual(expected);
        else expect(repaired.ok).toBe(false);
      },
    );
  },
);

describe("the error about arguments", () => {
  const { schemas } = read("arguments");

  it("says in four parts what is wrong", () => {
    const repaired = repairArguments('{"path":"a","mode":"ro"}', schemas.file);
    const error = repaired.ok ? "" : repaired.error;
    expect(error.split("\n").map((line) => line.split(":")[0])).toEqual([
      "Rejected",
      "Expected",
      "Got",
      "Try",
    ]);
    expect(error).toContain("read-only");
  });

  it("quotes at most 200 characters of what it got", () => {
    const repaired = repairArguments(
      `{"limit": ${JSON.stringify("😀".repeat(5000))}, "path": "a"}`,
      schemas.file,
    );
    const got = repaired.ok ? "" : (/^Got: (.*)$/m.exec(repaired.error)?.[1] ?? "");
    expect([...got].length).toBeGreaterThan(100);
    expect([...got].length).toBeLessThanOrEqual(201);
  });
});
