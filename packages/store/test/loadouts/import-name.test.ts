import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoadoutName } from "@kestrel/protocol/api";
import { expect, it, onTestFinished } from "vitest";
import { importLoadout } from "../../src/index.ts";

it.each([
  ["tidy.toml", "tidy"],
  ["caf\u0065\u0301.toml", "caf\u0065\u0301"],
  // Invisible letters, directions and joiners: it would stand in a list as if it were another one.
  ["\u3164coder.toml", "coder"],
  ["coder\u202e\u200b.toml", "coder"],
  ["-rf.toml", "rf"],
  [".hidden.toml", "hidden"],
  ["none.toml", "imported"],
  ["\u3164.toml", "imported"],
  ["__proto__.toml", "proto__"],
  [`${"n".repeat(200)}.toml`, "n".repeat(64)],
])("an imported file that is called %j gets a name that can be seen and typed", async (given, name) => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, given), 'persona = "Kind."\n');
  const shelf = join(folder, "shelf");
  expect((await importLoadout(join(folder, given), shelf)).name).toBe(name);
  expect(await readdir(shelf)).toEqual([`${name}.toml`]);
  expect(LoadoutName.safeParse(name).success).toBe(true);
  await expect(importLoadout(join(folder, given), shelf)).rejects.toMatchObject({
    code: "loadout_unavailable",
  });
});

it("an import waits for no pipe, neither for the one it is given nor for one that has its name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const shelf = join(folder, "shelf");
  await mkdir(shelf);
  await writeFile(join(folder, "kind.toml"), 'persona = "Kind."\n');
  execFileSync("mkfifo", [join(folder, "pipe.toml"), join(shelf, "kind.toml")]);
  await expect(importLoadout(join(folder, "pipe.toml"), shelf)).rejects.toThrow();
  await expect(importLoadout(join(folder, "kind.toml"), shelf)).rejects.toMatchObject({
    code: "loadout_unavailable",
  });
});
