import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { isPassedBy } from "../place/passed-by.ts";

/** Limit for the paths, in `nameCost` units: at most 150 Qwen3 tokens of ordinary names. */
const roomForPaths = 420;
/** A folder with more entries is not read. */
const mostEntries = 2000;

type Level = { names: readonly string[]; all: boolean };

/**
 * The paths of a project for a weak model: one full path a line, so that `lib/tax.py` is not read as a folder and a file. Folders are
 * expanded one level, in order, within the limit; the others end in `/`.
 */
export async function projectTree(folder: string): Promise<string[]> {
  const top = await namesIn(folder);
  let left = roomForPaths;
  const shown: { name: string; inside: readonly string[] }[] = [];
  for (const name of top.names) {
    left -= nameCost(name) + 1;
    if (left < 0) break;
    shown.push({ name, inside: [] });
  }
  const more = top.names.length - shown.length;
  if (more === 0)
    for (const entry of shown) {
      if (!entry.name.endsWith("/")) continue;
      const inside = await namesIn(join(folder, entry.name)).catch(absent);
      if (!inside?.all || inside.names.length === 0) continue;
      const paths = inside.names.map((name) => entry.name + name);
      left -= paths.reduce((sum, path) => sum + nameCost(path) + 1, 0);
      if (left < 0) break;
      entry.inside = paths;
    }
  const lines = shown.flatMap(({ name, inside }) => (inside.length > 0 ? inside : [name]));
  return more === 0 ? lines : [...lines, `(${more}${top.all ? "" : " or more"} not shown)`];
}

async function namesIn(folder: string): Promise<Level> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (isPassedBy(entry.name)) continue;
    if (names.length === mostEntries) return { names: names.sort(), all: false };
    names.push(visibleName(entry.name) + (entry.isDirectory() ? "/" : ""));
  }
  return { names: names.sort(), all: true };
}

/** Letters share tokens; digits, other scripts and emoji take one or several each. */
export function nameCost(name: string): number {
  return [...name].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) return sum + 9;
    return sum + (code > 127 ? 3 : /\d/.test(character) ? 2 : 1);
  }, 0);
}
