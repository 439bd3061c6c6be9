import type { ToolEntry } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { loadWords } from "../src/i18n/language.tsx";
import { marksOf } from "../src/transcript/call-marks.ts";

const call: ToolEntry = {
  kind: "tool",
  turnId: "t1",
  at: "",
  seq: 1,
  step: 1,
  callId: "c1",
  tool: "read",
  arguments: "{}",
  status: "ok",
  changes: [],
  folded: false,
};

describe("the marks on a card", () => {
  it("are absent from a call that needed nothing", async () => {
    expect(marksOf(call, (await loadWords("en")).t)).toEqual([]);
  });

  it.each(["en", "zh-CN"] as const)("explain themselves in %s", async (language) => {
    const { t } = await loadWords(language);
    const marks = marksOf(
      { ...call, recovered: "reasoning", repairs: ["json", "name"], folded: true, cause: "same_error" },
      t,
    );
    expect(marks).toHaveLength(4);
    for (const { word, why } of marks) expect(why.length).toBeGreaterThan(word.length);
  });

  it("name a repair that this console does not know", async () => {
    const [mark] = marksOf({ ...call, repairs: ["spacing"] }, (await loadWords("en")).t);
    expect(mark?.why).toContain("spacing");
  });
});
