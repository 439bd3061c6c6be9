import { describe, expect, it } from "vitest";
import { optionsOfModel, readModelOptions, withModelOptions } from "../src/model-options.ts";

describe("the options of a model in a line of the settings", () => {
  it("are read as they were written, also with a space in the path of a draft", () => {
    const options = {
      window: 16_384,
      gpu_layers: 0,
      kv: "q8_0",
      flash: "on",
      draft: "/my models/d.gguf",
    } as const;
    const [line = ""] = withModelOptions([], "Qwen3-4B-Q4_K_M", options);
    expect(line).toBe("qwen3-4b-q4_k_m window=16384 gpu_layers=0 kv=q8_0 flash=on draft=/my models/d.gguf");
    expect(readModelOptions(line)).toEqual({ name: "qwen3-4b-q4_k_m", options });
  });

  it.each([
    "window=1",
    "m window=12x",
    "m kv=q9",
    "m --port=1",
    "m window=4096 window=8192",
    "m draft=../x.gguf",
    "m draft=/bin/sh",
  ])("refuses %s", (line) => expect(readModelOptions(line)).toBeUndefined());

  it("take the place of the former ones, and go when none is left", () => {
    const kept = ["a kv=q8_0", "b flash=on"];
    expect(withModelOptions(kept, "A", { flash: "off" })).toEqual(["b flash=on", "a flash=off"]);
    expect(withModelOptions(kept, "a", { kv: undefined })).toEqual(["b flash=on"]);
    expect(optionsOfModel(kept, "B")).toEqual({ flash: "on" });
    expect(optionsOfModel(undefined, "b")).toEqual({});
  });
});
