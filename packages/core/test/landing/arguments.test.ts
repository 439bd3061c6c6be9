import { describe, expect, it } from "vitest";
import { repairArguments } from "../../src/index.ts";
import { argumentCases, schemaNamed, schemaOf } from "./argument-cases.ts";

describe.each(argumentCases)("arguments as models write them: %s", (_trouble, cases) => {
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))("%s", (_name, one) => {
    const repaired = repairArguments(one.input.text, schemaOf(one));
    if (one.expected.ok) expect(repaired).toEqual(one.expected);
    else expect(repaired.ok).toBe(false);
  });
});

describe("the error about arguments", () => {
  it("says in four parts what is wrong", () => {
    const repaired = repairArguments('{"path":"a","mode":"ro"}', schemaNamed("file"));
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
      schemaNamed("file"),
    );
    const got = repaired.ok ? "" : (/^Got: (.*)$/m.exec(repaired.error)?.[1] ?? "");
    expect([...got].length).toBeGreaterThan(100);
    expect([...got].length).toBeLessThanOrEqual(201);
  });
});
