import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gguf } from "@huggingface/gguf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readGgufHeader } from "../../packages/runtime/src/models/gguf-header.ts";
import { buildRandomModel } from "../models/random-model.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";

describe("our reader of model headers", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-headers-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ["llama", () => buildRandomModel("llama")],
    ["gemma3", () => buildRandomModel("gemma3")],
    ["lfm2", () => buildRandomModel("lfm2")],
    ["scripted", () => buildScriptedModel(standardScripts)],
  ])(
    "sees in a %s file what Hugging Face's sees, vocabularies and long texts but the template left out",
    async (name, build) => {
      const path = join(folder, `${name}.gguf`);
      await writeFile(path, build());
      const theirs = await gguf(path, { allowLocalFile: true, computeParametersCount: true });
      const ours = await readGgufHeader(path);
      const comparable = Object.entries(theirs.metadata).filter(([key, value]) => {
        if (["version", "tensor_count", "kv_count"].includes(key)) return false;
        return Array.isArray(value)
          ? typeof value[0] === "number" && value.length <= 2048
          : key === "tokenizer.chat_template" || String(value).length <= 2048;
      });
      expect(comparable.length).toBeGreaterThan(10);
      expect(Object.fromEntries(ours.metadata)).toEqual(Object.fromEntries(comparable));
      expect(ours.parameters).toBe(theirs.parameterCount);
      expect(ours.dataStart).toBe(Number(theirs.tensorDataOffset));
    },
  );
});
