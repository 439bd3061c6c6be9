import { createReadStream } from "node:fs";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import { SessionId } from "@kestrel/protocol";
import { jsonOrNothing } from "@kestrel/text";
import type { DataPaths } from "../data-paths.ts";

/** Which logs and other files of the data folder have a text, by session or by path. */
export type TracesOfWords = { sessions: SessionId[]; removed: SessionId[]; files: string[] };

/**
 * Looks through the logs, those in the trash, and what memory keeps beside its own files. Capitals count as small letters. `known`:
 * sessions whose logs have the words in another form.
 */
export async function tracesOfWords(
  paths: DataPaths,
  texts: readonly string[],
  known: readonly SessionId[] = [],
): Promise<TracesOfWords> {
  const found = { sessions: new Set<SessionId>(), removed: new Set<SessionId>(), files: new Set<string>() };
  const kept = join(paths.data, "memory");
  for (const folder of [paths.sessions, paths.removed, kept]) {
    for (const name of await namesIn(folder)) {
      const file = join(folder, name);
      const id = SessionId.safeParse(name.split(".", 1)[0]);
      const isKnown = id.success && known.includes(id.data);
      if (!isKnown && !(await hasText(file, texts).catch(passOver("looking for words in a file")))) continue;
      if (folder === kept || !id.success) found.files.add(file);
      else found[folder === paths.removed ? "removed" : "sessions"].add(id.data);
    }
  }
  return { sessions: [...found.sessions], removed: [...found.removed], files: [...found.files] };
}

/** Erases the lines with a text from what terminals keep of typed lines. Returns how many. */
export async function eraseTypedLines({ data }: DataPaths, texts: readonly string[]): Promise<number> {
  const folder = join(data, "history");
  const wanted = texts.map((text) => text.toLowerCase());
  let erased = 0;
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const lines = ((await readFile(file, "utf8").catch(absent)) ?? "").split("\n");
    const left = lines.filter((line) => {
      const typed = String(jsonOrNothing(line) ?? "").toLowerCase();
      return !wanted.some((text) => typed.includes(text));
    });
    if (left.length === lines.length) continue;
    const fresh = `${file}.${process.pid}`;
    try {
      await writeFile(fresh, left.join("\n"), { mode: 0o600 });
      await chmod(fresh, 0o600);
      await rename(fresh, file);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    erased += lines.length - left.length;
  }
  return erased;
}

/** As it stands in a log: within JSON. */
async function hasText(file: string, texts: readonly string[]): Promise<boolean> {
  const wanted = texts
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .map((text) => Buffer.from(text).toString("latin1").toLowerCase());
  const overlap = Math.max(...wanted.map((text) => text.length));
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "latin1", highWaterMark: 1 << 18 })) {
    const text = rest + String(chunk).toLowerCase();
    if (wanted.some((one) => text.includes(one))) return true;
    rest = text.slice(-overlap);
  }
  return false;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}
