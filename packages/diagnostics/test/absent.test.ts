import { lstat, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { absent, entriesIn, openDaemonLog } from "../src/index.ts";

it("passes over a path that leads to nothing, and reports a look that failed for another reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-absent-"));
  const log = openDaemonLog(folder, "0.0.0");
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });
  await symlink("loop", join(folder, "loop"));
  const looks = [
    () => stat(join(folder, "none")),
    () => stat(join(folder, "loop")),
    () => lstat(join(folder, "x".repeat(300))),
    () => lstat(join(folder, "a\0b")),
    () => readdir("/dev/null"),
    () => readFile(folder),
    () => readlink(folder),
  ];
  for (const look of looks) expect(await (look() as Promise<unknown>).catch(absent)).toBeUndefined();
  await log.written();
  expect(await entriesIn(folder, 10)).toEqual([]);

  const tooMany = Object.assign(new Error("EMFILE: too many open files, open '/x'"), { code: "EMFILE" });
  for (const failed of [tooMany, new TypeError("no path")])
    expect(await Promise.reject(failed).catch(absent)).toBeUndefined();
  await log.written();
  expect((await entriesIn(folder, 10)).map(({ message }) => message)).toEqual([
    "Error: EMFILE: too many open files, open '/x'",
    "TypeError: no path",
  ]);
});
