import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { measureStorage } from "../../src/storage/measure-storage.ts";
import { temporaryData } from "../temporary-data.ts";

it("adds up what is stored by kind, the largest first: checkouts, their trash, logs and checkpoints", async () => {
  const paths = await temporaryData();
  const put = async (folder: string, name: string, bytes: number) => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "x".repeat(bytes));
  };
  await put(paths.cache, "worktrees/fix/.git/config", 400);
  await put(paths.cache, "worktrees/fix/a.ts", 100);
  await put(paths.cache, "removed-worktrees/old/a.ts", 300);
  await put(paths.data, "removed/s1.jsonl", 50);
  await put(paths.data, "sessions/s2.jsonl", 200);
  await put(paths.data, "sessions/s2.checkpoint", 20);
  const found = await measureStorage(paths);
  expect(found.filter(({ kind }) => kind !== "other")).toEqual([
    { kind: "worktrees", bytes: 500, files: 2 },
    { kind: "trash", bytes: 350, files: 2 },
    { kind: "logs", bytes: 200, files: 1 },
    { kind: "checkpoints", bytes: 20, files: 1 },
  ]);
});
