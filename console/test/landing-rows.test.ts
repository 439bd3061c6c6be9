import { describe, expect, it } from "vitest";
import { landingRows } from "../src/features/engine/landing-rows.ts";

describe("how a model's calls came in", () => {
  it("is told by kind, each with its share of all calls; what never happened is left out", () => {
    const landing = {
      calls: 40,
      recovered: { reasoning: 2, text: 10, schema: 0 },
      repaired: { json: 4, arguments: 5 },
      rejected: 1,
      unparsed: 3,
    };
    expect(landingRows(landing)).toEqual([
      { kind: "calls", count: 40 },
      { kind: "recovered.text", count: 10, share: 0.25 },
      { kind: "recovered.reasoning", count: 2, share: 0.05 },
      { kind: "repaired.arguments", count: 5, share: 0.125 },
      { kind: "repaired.json", count: 4, share: 0.1 },
      { kind: "rejected", count: 1, share: 0.025 },
      { kind: "unparsed", count: 3 },
    ]);
  });

  it("is one line where every call came as it should, and no share of nothing", () => {
    const none = { recovered: {}, repaired: {}, rejected: 0 };
    expect(landingRows({ calls: 7, ...none, unparsed: 0 })).toEqual([{ kind: "calls", count: 7 }]);
    expect(landingRows({ calls: 0, ...none, unparsed: 1 })).toEqual([
      { kind: "calls", count: 0 },
      { kind: "unparsed", count: 1 },
    ]);
  });
});
