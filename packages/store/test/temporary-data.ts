import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type DataPaths, dataPaths, prepareFolders } from "../src/index.ts";

/** A folder of this test alone, gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same in memory where the system has it: for tests that make thousands of files and are not about the disk. */
export async function quickFolder(): Promise<string> {
  const folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "kestrel-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Prepared data folders of this test alone. */
export async function temporaryData(): Promise<DataPaths> {
  const paths = dataPaths({ KESTREL_DATA_DIR: join(await temporaryFolder(), "data") });
  await prepareFolders(paths);
  return paths;
}
