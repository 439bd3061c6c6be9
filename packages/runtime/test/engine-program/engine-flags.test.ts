import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engineFlags } from "../../src/engine-program/engine-flags.ts";

describe("asking a build for its flags", () => {
  let folder = "";
  let program = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-flags-"));
    program = join(folder, "llama-server");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A program that counts how often it is asked. */
  async function programSaying(help: string) {
    await writeFile(program, `#!/bin/sh\necho asked >> ${folder}/asked\necho '${help}'\n`);
    await chmod(program, 0o755);
  }
  const timesAsked = async () => (await readFile(join(folder, "asked"), "utf8")).trim().split("\n").length;

  it("happens once for the same program, and again when it was replaced", async () => {
    await programSaying("--offline   no network");
    expect([...(await engineFlags(program, folder))]).toEqual(["--offline"]);
    expect([...(await engineFlags(program, folder))]).toEqual(["--offline"]);
    expect(await timesAsked()).toBe(1);
    await programSaying("--offline   no network\n-sps, --slot-prompt-similarity N   more");
    expect((await engineFlags(program, folder)).has("-sps")).toBe(true);
    expect(await timesAsked()).toBe(2);
  });

  it("yields none, and keeps nothing, when the program does not tell", async () => {
    expect((await engineFlags(join(folder, "gone"), folder)).size).toBe(0);
    await programSaying("no help here");
    expect((await engineFlags(program, folder)).size).toBe(0);
    expect((await engineFlags(program, folder)).size).toBe(0);
    expect(await timesAsked()).toBe(2);
  });
});
