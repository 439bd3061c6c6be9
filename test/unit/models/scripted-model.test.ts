import { describe, expect, it } from "vitest";
import { demoScripts } from "../../models/demo-scripts.ts";
import { toHalfFloat } from "../../models/gguf/half-float.ts";
import { mistakeScripts } from "../../models/mistake-scripts.ts";
import { buildRandomModel } from "../../models/random-model.ts";
import { partition } from "../../models/scripted/partition.ts";
import { callsThenSays, callsTool } from "../../models/scripted/script.ts";
import { buildScriptedModel } from "../../models/scripted-model.ts";
import { standardScripts } from "../../models/standard-scripts.ts";

describe("a half float", () => {
  it.each([
    [0, 0x0000],
    [1, 0x3c00],
    [-2, 0xc000],
    [0.1, 0x2e66],
    [65504, 0x7bff],
    [65520, 0x7c00],
    [2049, 0x6800],
    [2051, 0x6802],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [1e-9, 0x0000],
  ])("writes %d to the nearest of its numbers", (value, bits) => {
    expect(toHalfFloat(value)).toBe(bits);
  });
});

describe("the reading back of a text", () => {
  it("finds the longest token first, wherever it stands", () => {
    expect(partition("see [[a]] and [[a]]", ["[[a]]", "see [[a]]"])).toEqual(["see [[a]]", " and ", "[[a]]"]);
  });
});

describe("a model with written replies", () => {
  it("is a GGUF file of version 3, the same bytes each time", () => {
    const bytes = buildScriptedModel(demoScripts);
    expect(Buffer.from(bytes.subarray(0, 8)).toString("latin1")).toBe("GGUF\x03\0\0\0");
    expect(Buffer.compare(bytes, buildScriptedModel(demoScripts))).toBe(0);
    expect(Buffer.compare(buildRandomModel("lfm2"), buildRandomModel("lfm2"))).toBe(0);
    expect(Buffer.compare(buildRandomModel("lfm2"), buildRandomModel("lfm2", { seed: 2 }))).not.toBe(0);
  });

  it("holds all scripts of the suite at once", () => {
    const all = { ...standardScripts, ...mistakeScripts };
    expect(buildScriptedModel(all).length).toBeLessThan(5_000_000);
  });

  it("tells apart replies that differ in a single word at the end, in the middle or at the start", () => {
    const scripts = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `many-${index}`,
        callsThenSays(
          "read",
          { path: `src/file-${index}.ts` },
          `${index} of thirty files is read, and ${index} more`,
        ),
      ]),
    );
    expect(() => buildScriptedModel(scripts)).not.toThrow();
  });

  it("lets two scripts say the same when nothing else follows", () => {
    expect(() =>
      buildScriptedModel({ one: { says: "The same answer." }, two: { says: "The same answer." } }),
    ).not.toThrow();
  });

  it("refuses the same reply with two continuations, and names the script", () => {
    const call = callsTool("read", { path: "same.txt" });
    const scripts = {
      one: { replies: [call, { says: "First ending." }] },
      two: { replies: [call, { says: "Second ending." }] },
    };
    expect(() => buildScriptedModel(scripts)).toThrow(/script two: .* goes on differently/);
  });

  it("refuses a continuation after an empty reply", () => {
    expect(() => buildScriptedModel({ one: { replies: [{}, { says: "Too late." }] } })).toThrow(
      /script one: nothing can follow/,
    );
  });

  it("refuses to go on with a script that does not exist", () => {
    const scripts = { one: { replies: [{ says: "A first reply." }], afterwards: "missing" } };
    expect(() => buildScriptedModel(scripts)).toThrow(/script one: .*unknown script/);
  });
});
