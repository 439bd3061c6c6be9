import { type Bounds, confine } from "../place/confined-path.ts";
import { holdsClosedFolder, mayRead } from "./may-read.ts";
import { parseCommandLine, type SimpleCommand } from "./parse-command-line.ts";
import { readFind } from "./read-find.ts";
import { readsWithGit } from "./read-git.ts";
import { type ReadWords, readWords } from "./read-words.ts";
import { readingCommands } from "./reading-commands.ts";

/**
 * Whether a shell line does nothing but look at what the session's tools may read unasked: every shell reads it alike, every
 * command in it only reads, whatever its words, and every place it names lies within the bounds. What is not proven is
 * not: no line is refused by this, it is asked about.
 */
export async function provesReading(line: string, bounds: Bounds): Promise<boolean> {
  if (holdsClosedFolder(bounds)) return false;
  const commands = await parseCommandLine(line);
  if (!commands) return false;
  for (const command of commands) if (!(await onlyReads(command, bounds))) return false;
  return true;
}

async function onlyReads({ name, words, fed }: SimpleCommand, bounds: Bounds): Promise<boolean> {
  if (name === "git") return readsWithGit(bounds.root, words);
  const read = name === "find" ? readFind(words) : readByTable(name, words);
  // Without a place it would read what nobody types.
  if (!read || (read.waits && !fed)) return false;
  const places = read.paths.length === 0 && read.below ? ["."] : read.paths;
  for (const path of places) {
    if (path === "-") {
      if (!fed) return false;
      continue;
    }
    const place = await confine(bounds, path).catch(() => undefined);
    if (!place || !(await mayRead(place.real, read.below))) return false;
  }
  return true;
}

function readByTable(name: string, words: readonly string[]): ReadWords | undefined {
  const rule = Object.hasOwn(readingCommands, name) ? readingCommands[name] : undefined;
  return rule && readWords(rule, words);
}
