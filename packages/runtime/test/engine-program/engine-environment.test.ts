import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askVersion } from "../../src/engine-program/ask-version.ts";
import { engineEnvironment } from "../../src/engine-program/engine-environment.ts";
import { engineFlags } from "../../src/engine-program/engine-flags.ts";

const useful = {
  ...{ PATH: "/bin", HOME: "/h", LANG: "de_DE.UTF-8", LC_ALL: "C", LD_LIBRARY_PATH: "/usr/local/cuda/lib64" },
  ...{ CUDA_VISIBLE_DEVICES: "1", HSA_OVERRIDE_GFX_VERSION: "11.0.0", GGML_VK_VISIBLE_DEVICES: "0" },
};
const harmful = {
  ...{
    LD_PRELOAD: "/x.so",
    DYLD_INSERT_LIBRARIES: "/x.dylib",
    GGML_BACKEND_PATH: "/x.so",
    VK_LAYER_PATH: "/x",
  },
  ...{
    PGPASSWORD: "p",
    DATABASE_URL: "postgres://u:p@h/d",
    GITHUB_TOKEN: "t",
    AWS_SECRET_ACCESS_KEY: "s",
    DSN: "d",
  },
  ...{ LLAMA_ARG_PORT: "1", LLAMA_API_KEY: "k", HF_TOKEN: "t", KESTREL_X: "1", NODE_OPTIONS: "-r x" },
  ...{ https_proxy: "p", SSH_AUTH_SOCK: "/s", BASH_ENV: "/b" },
};

describe("what an engine is told of its surroundings", () => {
  it("is what it needs to find its files and its graphics card, and nothing else", () => {
    expect(engineEnvironment({ ...useful, ...harmful, UNSET: undefined })).toEqual(useful);
  });

  it("names no relative folder, which would be the one somebody works in", () => {
    const given = { PATH: "bin:/usr/bin::./x", LD_LIBRARY_PATH: ":/usr/lib" };
    expect(engineEnvironment(given)).toEqual({ PATH: "/usr/bin", LD_LIBRARY_PATH: "/usr/lib" });
  });

  describe("also when it is only asked", () => {
    let folder = "";
    const before = { ...process.env };
    beforeEach(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-asked-")));
    });
    afterEach(async () => {
      for (const name of Object.keys(harmful)) delete process.env[name];
      Object.assign(process.env, before);
      await rm(folder, { recursive: true, force: true });
    });

    it.each([
      ["for its version", (path: string) => askVersion(path)],
      ["for its flags", (path: string) => engineFlags(path, join(folder, "none"))],
    ])("%s, in its own folder", async (_what, ask) => {
      const program = join(folder, "llama-server");
      await writeFile(
        program,
        `#!/bin/sh\nenv > ${folder}/env\npwd > ${folder}/pwd\necho 'version: 1 (x)'\n`,
      );
      await chmod(program, 0o755);
      Object.assign(process.env, harmful, { LD_PRELOAD: undefined });
      delete process.env.LD_PRELOAD;
      await ask(program);
      const told = await readFile(join(folder, "env"), "utf8");
      expect(Object.keys(harmful).filter((name) => told.includes(`${name}=`))).toEqual([]);
      // llama-server loads what looks like a backend from the folder it is started in.
      expect((await readFile(join(folder, "pwd"), "utf8")).trim()).toBe(folder);
    });
  });
});
