import { link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseProjector } from "../../packages/runtime/src/models/choose-projector.ts";
import { modelFolders } from "../../packages/runtime/src/models/model-folders.ts";
import { projectorBeside } from "../../packages/runtime/src/models/projector-beside.ts";
import { modelScanner } from "../../packages/runtime/src/models/scan-models.ts";
import { buildRandomModel } from "../models/random-model.ts";

describe("the models on this machine", () => {
  const bytes = buildRandomModel("llama");
  let home = "";
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "kestrel-models-"));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const write = async (path: string, content: Uint8Array | string = bytes) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
    return join(home, path);
  };
  const scan = (configured: readonly string[] = []) =>
    modelScanner(
      modelFolders({
        downloads: join(home, "downloads"),
        configured,
        environment: {},
        homeDir: home,
        platform: "linux",
      }),
    ).scan();

  it("are found in the caches of LM Studio, Hugging Face and llama.cpp, and in folders of the user's own", async () => {
    await write(".lmstudio/models/maker/Repo/Alpha-Q4_K_M.gguf");
    await write(".cache/huggingface/hub/models--maker--b/blobs/abc", bytes);
    await mkdir(join(home, ".cache/huggingface/hub/models--maker--b/snapshots/1"), { recursive: true });
    await symlink(
      join(home, ".cache/huggingface/hub/models--maker--b/blobs/abc"),
      join(home, ".cache/huggingface/hub/models--maker--b/snapshots/1/Beta.gguf"),
    );
    await write(".cache/llama.cpp/gamma.gguf");
    await write("mine/deep/er/delta.gguf");
    const found = await scan([join(home, "mine")]);
    expect(found.map(({ id, place }) => [id, place])).toEqual([
      ["alpha-q4_k_m", "lm-studio"],
      ["beta", "hugging-face"],
      ["delta", "configured"],
      ["gamma", "llama-cpp"],
    ]);
    expect(found[0]).toMatchObject({
      name: "Alpha-Q4_K_M",
      title: "random-llama",
      architecture: "llama",
      trainedWindow: 32_768,
      quantisation: "F16",
      parts: 1,
    });
    expect(found[0]?.memory?.weights).toBeGreaterThan(500_000);
  });

  it("count once, whatever the number of their names", async () => {
    const first = await write("models/one.gguf");
    await link(first, join(home, "models/hard.gguf"));
    await symlink(first, join(home, "models/soft.gguf"));
    expect(await scan([join(home, "models")])).toHaveLength(1);
  });

  it("are whole only with all of their parts", async () => {
    for (const part of ["1", "2"]) await write(`whole/big-0000${part}-of-00002.gguf`);
    await write("half/cut-00001-of-00003.gguf");
    const [big, cut] = await scan([join(home, "whole"), join(home, "half")]);
    expect(big).toMatchObject({ id: "big", parts: 2, bytes: 2 * bytes.length });
    expect(big?.damaged).toBeUndefined();
    expect(big?.path).toMatch(/00001-of-00002\.gguf$/);
    expect(cut).toMatchObject({ id: "cut", parts: 1, damaged: "parts_missing" });
  });

  it("have the projector for images that lies beside them, which is no model itself", async () => {
    await write("sees/eyes.gguf");
    await write("sees/mmproj-F16.gguf");
    await write("blind/words.gguf");
    const [eyes, words] = await scan([join(home, "sees"), join(home, "blind")]);
    expect(eyes?.projector).toMatch(/mmproj-F16\.gguf$/);
    expect(words?.projector).toBeUndefined();
    expect(await projectorBeside(eyes?.path ?? "")).toBe(eyes?.projector);
    expect(await projectorBeside(words?.path ?? "")).toBeUndefined();
  });

  it.each([
    // One repository: several quantisations, one projector without a name.
    ["Qwen2.5-VL-7B-Q4_K_M", ["Qwen2.5-VL-7B-Q4_K_M", "Qwen2.5-VL-7B-Q8_0"], ["mmproj-F16"], "mmproj-F16"],
    // A flat folder: a projector without a name could be anybody's.
    ["Qwen3-8B-Q4_K_M", ["Qwen3-8B-Q4_K_M", "gemma-3-4b-it-Q4_K_M"], ["mmproj-model-f16"], undefined],
    // llama.cpp's cache, where everything lies side by side.
    [
      "ggml-org_gemma-3-4b-it-GGUF_gemma-3-4b-it-Q4_K_M",
      ["ggml-org_gemma-3-4b-it-GGUF_gemma-3-4b-it-Q4_K_M", "maker_Qwen3-8B-Q4_K_M"],
      ["ggml-org_gemma-3-4b-it-GGUF_mmproj-model-f16"],
      "ggml-org_gemma-3-4b-it-GGUF_mmproj-model-f16",
    ],
    ["maker_Qwen3-8B-Q4_K_M", ["maker_Qwen3-8B-Q4_K_M", "x"], ["ggml-org_gemma-3_mmproj-f16"], undefined],
    [
      "gemma-3-4b-it-Q4_0",
      ["gemma-3-4b-it-Q4_0", "x"],
      ["mmproj-gemma-3-4b-it-f16", "mmproj-x"],
      "mmproj-gemma-3-4b-it-f16",
    ],
  ])("%s among %j takes of the projectors %j: %s", (model, models, projectors, chosen) => {
    expect(chooseProjector(model, models, projectors)).toBe(chosen);
  });

  it("say what is wrong with them instead of hiding", async () => {
    await write("bad/cut.gguf", bytes.slice(0, bytes.length / 2));
    await write("bad/noise.gguf", "this is not a model at all, it is noise");
    const found = await scan([join(home, "bad")]);
    expect(found.map(({ id, damaged }) => [id, damaged])).toEqual([
      ["cut", "truncated"],
      ["noise", "not_gguf"],
    ]);
  });

  it("have names that can be told apart and are no paths", async () => {
    await write("a/Same Name.gguf");
    await write("b/Same Name.gguf", buildRandomModel("llama", { seed: 2 }));
    await write("b/..hidden.gguf", buildRandomModel("llama", { seed: 3 }));
    const ids = (await scan([join(home, "a"), join(home, "b")])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9._-]{0,119}$/);
    expect(ids).toEqual((await scan([join(home, "a"), join(home, "b")])).map(({ id }) => id));
  });
});
