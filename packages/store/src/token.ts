import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DataPaths } from "./data-paths.ts";
import { readBounded } from "./files/read-bounded.ts";
import { replaceFile } from "./files/replace-file.ts";

/** Bytes. */
const longestSecret = 4096;

/**
 * Writes the daemon's token to `run/token`, for this user alone, atomically, and its address to `run/url`: a script that may read them
 * needs nothing else.
 */
export async function writeToken(paths: DataPaths, token: string, url: string): Promise<void> {
  await replaceFile(join(paths.run, "url"), url);
  await replaceFile(join(paths.run, "token"), token);
}

/** The token of the most recently started daemon, or undefined when there is none. */
export async function readToken(paths: DataPaths): Promise<string | undefined> {
  return readPrivate(join(paths.run, "token"));
}

/** Deletes both; they are of no use once the daemon has ended. `restarts`: a token that stays announces that another one follows. */
export async function removeToken(paths: DataPaths, { restarts = false } = {}): Promise<void> {
  for (const name of restarts ? ["url"] : ["token", "url"]) await rm(join(paths.run, name), { force: true });
}

/** How the last daemon ended, by what it left. Before the first one, and while one runs, the answer means nothing. */
export async function lastEnd(paths: DataPaths): Promise<"stopped" | "restarts" | "killed"> {
  if ((await readToken(paths)) === undefined) return "stopped";
  return (await readPrivate(join(paths.run, "url"))) === undefined ? "restarts" : "killed";
}

/** The text that `replaceFile` wrote, or undefined when the file or its folder is missing. */
export async function readPrivate(file: string): Promise<string | undefined> {
  try {
    return await readBounded(file, longestSecret);
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw cause;
  }
}
