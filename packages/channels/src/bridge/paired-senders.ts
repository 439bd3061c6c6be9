import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { z } from "zod";

const Kept = z.object({ paired: z.array(z.string()) });

/** Senders that paired with a channel; stored beside its journal, readable by this user only. */
export async function readPaired(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "paired.json"), "utf8").catch(absent);
  const kept = Kept.safeParse(text === undefined ? undefined : parsed(text));
  return kept.success ? kept.data.paired : [];
}

export async function writePaired(folder: string, paired: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "paired.json");
  await writeFile(`${file}.new`, `${JSON.stringify({ paired }, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: a person edited it; no one is admitted by it
    return undefined;
  }
}
