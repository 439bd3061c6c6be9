import { createReadStream } from "node:fs";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import { SessionId } from "@kestrel/protocol";
import { jsonOrNothing } from "@kestrel/text";
import type { DataPaths } from "../data-paths.ts";

/** The logs and other files of the data folder that contain a text, by session or by path. */
export type TracesOfWords = { sessions: SessionId[]; removed: SessionId[]; files: string[] };

/**
 * Searches the logs, those in the trash, memory's other files, and terminal history, ignoring case. `known`: sessions whose logs contain
 * the text in another form.
 */
export async function tracesOfWords(
  paths: DataPaths,
  texts: readonly string[],
  known: readonly SessionId[] = [],
): Promise<TracesOfWords> {
  const found = { sessions: new Set<SessionId>(), removed: new Set<SessionId>(), files: new Set<string>() };
  const others = [join(paths.data, "memory"), join(paths.data, "history")];
  for (const folder of [paths.sessions, paths.removed, ...others]) {
    for (const name of await namesIn(folder)) {
      const file = join(folder, name);
      const id = SessionId.safeParse(name.split(".", 1)[0]);
      const isKnown = id.success && known.includes(id.data);
      if (!isKnown && !(await hasText(file, texts).catch(passOver("looking for words in a file")))) continue;
      if (others.includes(folder) || !id.success) found.files.add(file);
      else found[folder === paths.removed ? "removed" : "sessions"].add(id.data);
    }
  }
  return { sessions: [...found.sessions], removed: [...found.removed], files: [...found.files] };
}

/** A shorter text also matches unrelated lines. UTF-16 units. */
const shortest = 12;

/**
 * Erases terminal history lines that contain a text; for a short one only exact lines, or a command that ends with it. Returns how many.
 */
export async function eraseTypedLines({ data }: DataPaths, texts: readonly string[]): Promise<number> {
  const folder = join(data, "history");
  const wanted = texts.map((text) => text.toLowerCase());
  let erased = 0;
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const lines = ((await readFile(file, "utf8").catch(absent)) ?? "").split("\n");
    const left = lines.filter((line) => {
      const typed = String(jsonOrNothing(line) ?? "").toLowerCase();
      return !wanted.some((text) => (text.length < shortest ? isAll(typed, text) : typed.includes(text)));
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

const isAll = (typed: string, text: string) =>
  typed.trim() === text || (typed.startsWith("/") && typed.trimEnd().endsWith(` ${text}`));

/** As written in a log: within JSON, and within the arguments of a call that are JSON themselves. */
async function hasText(file: string, texts: readonly string[]): Promise<boolean> {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const wanted = texts
    .flatMap((text) => [text, inJson(text), inJson(inJson(text))])
    .map((text) => text.toLowerCase());
  const overlap = Math.max(...wanted.map((text) => text.length));
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 18 })) {
    const text = rest + String(chunk).toLowerCase();
    if (wanted.some((one) => text.includes(one))) return true;
    rest = text.slice(-overlap);
  }
  return false;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}
