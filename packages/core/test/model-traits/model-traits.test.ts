import { Guidance } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { modelTraits } from "../../src/model-traits/model-traits.ts";

const guidanceOf = (...given: Parameters<typeof modelTraits>) => modelTraits(...given).guidance ?? [];
const tools = Guidance.options.filter((name) => name !== "whole_files");

describe("what a model is helped with", () => {
  it.each([
    ["qwen2.5-coder-1.5b", undefined, Guidance.options],
    ["SmolLM2-135M-Instruct-Q4_1.gguf", undefined, Guidance.options],
    ["Qwen3-8B-Q4_K_M.gguf", undefined, tools],
    ["Qwen3-30B-A3B", undefined, []],
    ["gpt-oss-120b", undefined, []],
    ["weights.gguf", 1_100_000_000, Guidance.options],
    ["weights.gguf", 40_000_000_000, []],
    ["scripted.gguf", 2_147_712, []],
    ["gpt-9", undefined, []],
  ])("follows from the size of %s (%s bytes)", (model, size, expected) => {
    expect(guidanceOf({}, { model, size })).toEqual(expected);
  });

  it("follows from the probe: a model that edits by blocks writes no whole files, one whose calls come as text is led", () => {
    expect(guidanceOf({}, { model: "tiny-1b", edits: "replace" })).toEqual(tools);
    expect(guidanceOf({}, { model: "some-9b", edits: "whole" })).toEqual(Guidance.options);
    expect(guidanceOf({}, { model: "unknown", calls: "text" })).toEqual(tools);
  });

  it("is what its profile says, and before that what the person says", () => {
    const profile = { model: "tiny-1b", guidance: ["listing" as const] };
    expect(guidanceOf({}, profile)).toEqual(["listing"]);
    expect(guidanceOf({}, profile, "on")).toEqual(Guidance.options);
    expect(guidanceOf({}, profile, "off")).toEqual([]);
    expect(guidanceOf({}, { model: "some-70b" }, ["claims"])).toEqual(["claims"]);
  });

  it("is nothing for a model that was trained on texts of its own", () => {
    expect(guidanceOf({ texts: "kestrel-nano" }, { model: "kestrel-nano-3m" }, "on")).toEqual([]);
  });
});
