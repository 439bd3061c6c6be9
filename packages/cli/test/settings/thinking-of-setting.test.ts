import { describe, expect, it } from "vitest";
import { thinkingOf } from "../../src/settings/thinking-of-setting.ts";

describe("how much a model is to think", () => {
  it("is its own affair unless somebody says otherwise", () => {
    expect(thinkingOf(undefined)).toBeUndefined();
    expect(thinkingOf("auto")).toBeUndefined();
  });

  it("is a level, or a budget in tokens", () => {
    expect(thinkingOf("off")).toBe("off");
    expect(thinkingOf("high")).toBe("high");
    expect(thinkingOf(512)).toEqual({ budget: 512 });
  });
});
