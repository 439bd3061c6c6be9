import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryArchive } from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { withoutFoldersOfRemoved } from "../../src/here/clear-removed.ts";

it("takes along what the commands of a removed session put into their /tmp, and nothing of the others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-session-tmp-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const archive = withoutFoldersOfRemoved(memoryArchive(), folder);
  const [gone, kept] = [SessionId.parse("s00000001"), SessionId.parse("s00000002")];
  for (const id of [gone, kept]) {
    await archive.create(id);
    await mkdir(join(folder, id, "tmp"), { recursive: true });
    await writeFile(join(folder, id, "tmp", "secret"), "x");
  }
  await archive.remove(gone);
  expect(existsSync(join(folder, gone))).toBe(false);
  expect(existsSync(join(folder, kept, "tmp", "secret"))).toBe(true);
  expect(await archive.ids()).toEqual([kept]);
});
