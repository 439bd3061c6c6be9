import { describe, expect, it } from "vitest";
import { toolsOf } from "../../src/settings/tools-of-setting.ts";

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
