import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../src/index.ts";
import { casesByDialect, toolsOf } from "./call-cases.ts";

describe.each(casesByDialect)("calls that models write as text: %s", (_dialect, cases) => {
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))("%s", (_name, one) => {
    const { content, ...context } = one.input;
    const { calls, text, rejected, truncated = false } = one.expected;
    const landed = parseToolCalls(content, toolsOf(one), context);
    expect(landed.calls).toEqual(calls);
    if (text !== undefined) expect(landed.text).toBe(text);
    if (rejected !== undefined) expect(landed.rejected?.length ?? 0).toBe(rejected);
    if (truncated !== "either") expect(landed.truncated ?? false).toBe(truncated);
  });
});
