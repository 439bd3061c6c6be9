import { describe, expect, it } from "vitest";
import { samplingOf, thinkingOf, toolsOf } from "../../src/settings/model-settings.ts";

describe("the settings of sampling", () => {
  it("are the field's own names, and only what somebody said", () => {
    expect(samplingOf({ "model.temperature": 0, "model.top_k": 20, "model.seed": undefined })).toEqual({
      temperature: 0,
      top_k: 20,
    });
    expect(samplingOf({})).toEqual({});
  });
});

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

const profile = { tools: "text", tools_dialect: "fenced" } as const;

describe("how a model is given its tools", () => {
  it("is what is set, before what its profile says", () => {
    expect(toolsOf({ tools: "native" }, profile).tools).toBe("native");
    expect(toolsOf({ tools: "text", dialect: "hermes" }, profile)).toEqual({
      tools: "text",
      toolsDialect: "hermes",
    });
  });

  it("is what its profile says where nothing is set, or auto", () => {
    for (const tools of [undefined, "auto"] as const)
      expect(toolsOf({ tools }, profile)).toEqual({ tools: "text", toolsDialect: "fenced" });
  });

  it("takes the dialect of the profile where only words are set", () => {
    expect(toolsOf({ tools: "text" }, { tools: "native", tools_dialect: "fenced" })).toEqual({
      tools: "text",
      toolsDialect: "fenced",
    });
  });

  it("is left to the server where nobody says anything", () => {
    expect(toolsOf({}, {})).toEqual({ tools: undefined, toolsDialect: undefined });
  });
});
