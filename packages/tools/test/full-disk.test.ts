import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileBlobs } from "../src/index.ts";
import { openSpill } from "../src/spill/spill-file.ts";
import { workplace } from "./fixtures/workplace.ts";

const talkative = {
  command: "i=0; while [ $i -lt 3000 ]; do echo line $i of many, as long as it is; i=$((i+1)); done",
};

/** A disk of 64 KiB; undefined where nobody may mount one. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-disk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

describe("a disk that takes no more", () => {
  it("where no spill file can be made, a command is answered all the same, and says so", async () => {
    const outer = await mkdtemp(join(tmpdir(), "kestrel-spill-"));
    onTestFinished(() => rm(outer, { recursive: true, force: true }));
    await writeFile(join(outer, "file"), "");
    const place = await workplace({ spillFolder: join(outer, "file", "spill") });
    const result = await place.run("shell", talkative);
    expect(result).toMatchObject({ outcome: "ok", exitCode: 0, spillFile: undefined });
    expect(result.content).toContain(
      "characters in 3,000 lines; the rest could not be kept: the disk is full]",
    );
    expect(result.content).toContain("line 0 of many");
    expect(result.content).toContain("line 2999 of many");
  });

  it("full in the middle of a command's output, it ends neither the command nor anything else", async (test) => {
    const disk = await smallDisk();
    if (disk === undefined) return test.skip("mounting is not allowed here");
    const place = await workplace({ spillFolder: join(disk, "spill") });
    const result = await place.run("shell", talkative);
    expect(result).toMatchObject({ outcome: "ok", spillFile: undefined });
    expect(result.content).toContain("the rest could not be kept");
    const spill = openSpill(join(disk, "spill"), "c");
    await spill.write("x".repeat(100_000));
    await spill.write("more");
    expect(spill.whole()).toBe(false);
    await spill.close();
  });

  it("full where versions are kept, a change is not made, and half a version does not stay", async (test) => {
    const disk = await smallDisk();
    if (disk === undefined) return test.skip("mounting is not allowed here");
    const place = await workplace({ blobs: fileBlobs(join(disk, "blobs")) });
    const result = await place.run("write", { path: "a.txt", content: "long line\n".repeat(20_000) });
    expect(result).toMatchObject({ outcome: "error", content: "The disk is full. Nothing was written." });
    await expect(place.text("a.txt")).rejects.toThrow("ENOENT");
    const left = await readdir(join(disk, "blobs"), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it("full where the file is to be, nothing is written and nothing stays", async (test) => {
    const disk = await smallDisk();
    if (disk === undefined) return test.skip("mounting is not allowed here");
    const place = await workplace();
    await mkdir(join(disk, "app"));
    spawnSync("mount", ["--bind", join(disk, "app"), place.root]);
    onTestFinished(() => void spawnSync("umount", ["-l", place.root]));
    const result = await place.run("write", { path: "a.txt", content: "long line\n".repeat(20_000) });
    expect(result).toMatchObject({ outcome: "error", content: "The disk is full. Nothing was written." });
    expect(await readdir(place.root)).toEqual([]);
  });
});
