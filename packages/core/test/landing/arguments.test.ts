import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type JSONSchema, repairArguments } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { text: string; schema?: string };
  expected: { ok: true; value: unknown } | { ok: false };
};

const file = new URL("./cases/arguments.json", import.meta.url);
const { schemas, cases }: { schemas: Record<string, JSONSchema>; cases: Case[] } = JSON.parse(
  readFileSync(file, "utf8"),
);

describe("arguments as models write them", () => {
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
