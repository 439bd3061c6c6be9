import { mkdir, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { type DataPaths, freeStorage, jsonlArchive, measureStorage } from "../../packages/store/src/index.ts";
import { temporaryData } from "../../packages/store/test/temporary-data.ts";
import { fileBlobs } from "../../packages/tools/src/index.ts";

const day = 24 * 3_600_000;
const tomorrow = { now: () => Date.now() + day + 1_000 };
const id = SessionId.parse("s00000001");

const changed = (before: string): EventBody => ({
  ...{ type: "file.changed", turnId: "t1", callId: "c00000001", path: "a.txt", before },
  ...{ diff: "", added: 0, removed: 0 },
});
const finished = (spillFile: string): EventBody => ({
  ...{ type: "tool.finished", turnId: "t1", callId: "c00000001", outcome: "ok", content: "", spillFile },
});

async function kept() {
  const paths = await temporaryData();
  const blobs = fileBlobs(join(paths.data, "blobs"));
  await mkdir(join(paths.data, "relay"));
  return { paths, blobs, keeps: (text: string) => blobs.put(Buffer.from(text)) };
}

async function output({ data }: DataPaths, name: string): Promise<string> {
  const file = join(data, "relay", `${name}.txt`);
  await writeFile(file, "long");
  return file;
}

describe("what no session names", () => {
  it("is freed after a day; what a session names stays, also of a deleted and of a damaged one", async () => {
    const { paths, blobs, keeps } = await kept();
    const [living, removed, damaged, orphan] = await Promise.all(["a", "b", "c", "d"].map(keeps));
    const [shown, lost] = [await output(paths, "c01-0a1b2c3d"), await output(paths, "c02-0a1b2c3d")];
    const archive = jsonlArchive(paths);
    const log = await archive.create(id);
    await log.append([changed(living ?? ""), finished(shown)]);
    await log.close();
    const other = SessionId.parse("s00000002");
    const aside = await archive.create(other);
    await aside.append([changed(removed ?? "")]);
    await aside.close();
    await archive.remove(other);
    // Half a line at the edge of a chunk names it as well.
    await writeFile(
      join(paths.sessions, "s00000003.jsonl"),
      `${"x".repeat((1 << 18) - 20)}{"before":"${damaged}`,
    );
    expect(await freeStorage(paths)).toEqual({
      blobs: { files: 0, bytes: 0 },
      outputs: { files: 0, bytes: 0 },
    });
    const unnamed = { blobs: { files: 1, bytes: 1 }, outputs: { files: 1, bytes: 4 } };
    expect(await freeStorage(paths, { ...tomorrow, dryRun: true })).toEqual(unnamed);
    expect(await blobs.get(orphan ?? "")).toBeDefined();
    expect(await freeStorage(paths, tomorrow)).toEqual(unnamed);
    const left = await Promise.all([living, removed, damaged, orphan].map((hash) => blobs.get(hash ?? "")));
    expect(left.map((bytes) => bytes !== undefined)).toEqual([true, true, true, false]);
    const kinds = await measureStorage(paths);
    expect(kinds.find(({ kind }) => kind === "outputs")).toMatchObject({ files: 1 });
    expect(kinds.find(({ kind }) => kind === "trash")).toMatchObject({ files: 1 });
    expect(basename(lost)).toBe("c02-0a1b2c3d.txt");
  });

  it("is kept again by a turn while it is being freed, and is there afterwards", async () => {
    const { paths, blobs, keeps } = await kept();
    const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
    const hashes = await Promise.all(texts.map(keeps));
    const old = new Date(Date.now() - 2 * day);
    for (const hash of hashes)
      await utimes(join(paths.data, "blobs", hash.slice(0, 2), hash.slice(2)), old, old);
    const freeing = freeStorage(paths);
    const again = [];
    for (const text of texts) again.push(await keeps(text));
    const freed = await freeing;
    for (const hash of again) expect(await blobs.get(hash)).toBeDefined();
    expect(freed.blobs.files).toBeLessThanOrEqual(texts.length);
  });
});
