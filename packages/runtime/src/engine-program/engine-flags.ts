import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import { askEngine } from "./ask-engine.ts";

/** Milliseconds; a GPU driver's first initialization is slow. */
const patienceMs = 30_000;

/**
 * The flags of a build, from its `--help`; empty when that fails. Cached per program file in the run folder, with the file's size and
 * time.
 */
export async function engineFlags(enginePath: string, runFolder: string): Promise<ReadonlySet<string>> {
  const file = await stat(enginePath).catch(absent);
  const identity = `${enginePath} ${file?.size} ${file?.mtimeMs}`;
  const cache = join(runFolder, "engine-flags.json");
  const known = await readCache(cache, identity);
  if (known) return new Set(known);
  const flags = readFlags((await askEngine(enginePath, { args: ["--help"], patienceMs })).output);
  if (flags.length > 0)
    await writeFile(cache, JSON.stringify({ identity, flags })).catch(
      passOver("keeping the flags of an engine"),
    );
  return new Set(flags);
}

async function readCache(cache: string, identity: string): Promise<string[] | undefined> {
  const text = await readFile(cache, "utf8").catch(absent);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as { identity?: unknown; flags?: unknown };
    if (kept.identity !== identity || !Array.isArray(kept.flags)) return undefined;
    return kept.flags.filter((flag) => typeof flag === "string");
  } catch {
    // expected: a daemon ended while it wrote this
    return undefined;
  }
}

/** Flags start a line; several names of one are separated by commas. */
export function readFlags(text: string): string[] {
  const heads = text.matchAll(/^ {0,3}(--?[a-z][\w-]*(?:, *--?[a-z][\w-]*)*)/gim);
  return [...heads].flatMap(([, names = ""]) => names.split(/, */));
}
