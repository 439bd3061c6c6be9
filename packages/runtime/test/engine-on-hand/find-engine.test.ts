import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { finishBuild, openBuildFolder } from "../../src/engine-on-hand/engine-folder.ts";
import { findEngine } from "../../src/engine-on-hand/find-engine.ts";
import { readVersion } from "../../src/engine-program/ask-version.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** A tiny real program that answers like a llama-server. */
async function program(path: string, answer = "version: 1 (abc)"): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\necho '${answer}' >&2\n`);
  await chmod(path, 0o755);
  return path;
}

describe("finding an engine", () => {
  let folder = "";
  let dataDir = "";
  beforeEach(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder, "data");
    await mkdir(join(dataDir, "engine"), { recursive: true });
  });

  const fetched = async () => {
    const build = await openBuildFolder(dataDir);
    await program(join(build, "bin/llama-server"));
    return finishBuild(dataDir, build);
  };
  const find = (more: { configuredPath?: string; environment?: Record<string, string> } = {}) =>
    findEngine({ dataDir, homeDir: folder, environment: {}, ...more });

  it("takes the user's own before the one that Kestrel fetched", async () => {
    const path = await program(join(folder, "llama.cpp/build/bin/llama-server"));
    await fetched();
    expect(await find()).toMatchObject({ path, origin: "usual-place" });
  });

  it("passes over a program on the path that does not run", async () => {
    const path = await fetched();
    await writeFile(join(folder, "llama-server"), "no program", { mode: 0o755 });
    expect(await find({ environment: { PATH: folder } })).toMatchObject({ path, build: "cpu" });
  });

  it("never answers with another engine when the one the user named does not run", async () => {
    await fetched();
    const gone = join(folder, "gone");
    const named = { code: "engine_not_found", params: { path: gone } };
    await expect(find({ configuredPath: gone })).rejects.toMatchObject(named);
    await expect(find({ environment: { KESTREL_LLAMA_SERVER: gone } })).rejects.toMatchObject(named);
  });

  it("takes a fetched one for a GPU build only with the Vulkan backend and a device that it finds", async () => {
    const path = await fetched();
    const answers = (devices: string) =>
      writeFile(
        path,
        `#!/bin/sh\n[ "$1" = --list-devices ] && printf '${devices}'\necho 'version: 1 (abc)'\n`,
      );
    await answers("Available devices:\\n  Vulkan0: Arc A770 (16032 MiB, 15800 MiB free)\\n");
    expect(await find()).toMatchObject({ path, build: "cpu" });
    await writeFile(join(dirname(path), "libggml-vulkan.so"), "");
    expect(await find()).toMatchObject({ path, build: "gpu" });
    await answers("Available devices:\\n  (none)\\n");
    expect(await find()).toMatchObject({ path, build: "cpu" });
  });

  it("does not take an unfinished build for an engine, and the next build clears it away", async () => {
    const unfinished = await openBuildFolder(dataDir);
    const leftOver = await program(join(unfinished, "bin/llama-server"));
    expect(await find()).toBeUndefined();
    expect(await find({ configuredPath: leftOver })).toBeDefined();
    await rm(await openBuildFolder(dataDir), { recursive: true });
    await expect(find({ configuredPath: leftOver })).rejects.toMatchObject({ code: "engine_not_found" });
  });
});

describe("what a llama-server says about itself", () => {
  it("tells a GPU build from one that does not say", () => {
    expect(readVersion("version: 5678 (1a2b3c)\nbuilt with cc")).toEqual({
      version: "5678 (1a2b3c)",
      build: "unknown",
    });
    expect(readVersion("ggml_cuda_init: found 1 CUDA devices:\nversion: 9 (ff)")).toMatchObject({
      build: "gpu",
    });
  });

  it("does not take any program for a llama-server", () => {
    expect(readVersion("hello")).toBeUndefined();
  });
});
