import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineFlags } from "../../src/engine-program/engine-flags.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** A folder for a program that counts how often it is asked. */
async function given() {
  const folder = await temporaryFolder();
  const program = join(folder, "llama-server");
  return {
    folder,
    program,
    async says(help: string) {
      await writeFile(program, `#!/bin/sh\necho asked >> ${folder}/asked\necho '${help}'\n`);
      await chmod(program, 0o755);
    },
    timesAsked: async () => (await readFile(join(folder, "asked"), "utf8")).trim().split("\n").length,
  };
}

describe("asking a build for its flags", () => {
  it("happens once for the same program, and again when it was replaced", async () => {
    const { folder, program, says, timesAsked } = await given();
    await says("--offline   no network");
    expect([...(await engineFlags(program, folder))]).toEqual(["--offline"]);
    expect([...(await engineFlags(program, folder))]).toEqual(["--offline"]);
    expect(await timesAsked()).toBe(1);
    await says("--offline   no network\n-sps, --slot-prompt-similarity N   more");
    expect((await engineFlags(program, folder)).has("-sps")).toBe(true);
    expect(await timesAsked()).toBe(2);
  });

  it("yields none, and keeps nothing, when the program does not tell", async () => {
    const { folder, program, says, timesAsked } = await given();
    expect((await engineFlags(join(folder, "gone"), folder)).size).toBe(0);
    await says("no help here");
    expect((await engineFlags(program, folder)).size).toBe(0);
    expect((await engineFlags(program, folder)).size).toBe(0);
    expect(await timesAsked()).toBe(2);
  });
});
