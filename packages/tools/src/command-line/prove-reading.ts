import { passOver } from "@kestrel/diagnostics";
import type { SimpleCommand } from "@kestrel/protocol";
import { type Bounds, confine } from "../place/confined-path.ts";
import { gitLeavesClosed } from "./git-leaves-closed.ts";
import { holdsClosedFolder, mayRead } from "./may-read.ts";
import { readFind } from "./read-find.ts";
import { looksWithGit } from "./read-git.ts";
import { type ReadWords, readWords } from "./read-words.ts";
import { readingCommands } from "./reading-commands.ts";

/** The commands of a line that are proven read-only, and the paths they read. */
export type ProvenReading = {
  /** Indexes of these commands, from 0. */
  reading: readonly number[];
  /** The whole line is read-only. */
  whole: boolean;
  /** Relative to the workspace, with `/`. */
  places: readonly string[];
  /** Those that are read recursively. */
  below: readonly string[];
};

export const nothingProven: ProvenReading = { reading: [], whole: false, places: [], below: [] };

type Looks = { places: readonly string[]; below: boolean };

/**
 * Which simple commands of a line that every shell parses alike are read-only, with every path within the bounds and readable without
 * approval. Everything else needs approval. git is proven only when the whole line is: it then gets settings that start no programs.
 */
export async function proveReading(
  commands: readonly SimpleCommand[],
  bounds: Bounds,
): Promise<ProvenReading> {
  const looks: (Looks | undefined)[] = [];
  for (const [at, command] of commands.entries())
    looks.push(await looksOf(command, commands[at - 1]?.joint === "|", bounds));
  const whole = looks.every((one) => one !== undefined);
  const proven = [...looks.entries()].flatMap(([at, look]) =>
    look && (whole || commands[at]?.words[0] !== "git") ? [{ at, ...look }] : [],
  );
  return {
    reading: proven.map(({ at }) => at),
    whole,
    places: [...new Set(proven.flatMap(({ places }) => places))],
    below: [...new Set(proven.flatMap(({ places, below }) => (below ? places : [])))],
  };
}

/** The paths a command reads; undefined when it may do more. */
async function looksOf(
  { words: [name = "", ...words] }: SimpleCommand,
  fed: boolean,
  bounds: Bounds,
): Promise<Looks | undefined> {
  if (name === "git") {
    return (await gitLeavesClosed(bounds)) ? looksWithGit(bounds, words) : undefined;
  }
  const read = name === "find" ? readFind(words) : readByTable(name, words);
  // Without a path it would wait for standard input forever.
  if (!read || (read.waits && !fed)) return undefined;
  const asked = read.paths.length === 0 && read.below ? ["."] : read.paths;
  const walks = read.below || walksFolders(name, words);
  if (walks && asked.length === 0 && holdsClosedFolder(bounds, bounds.root)) return undefined;
  const places: string[] = [];
  for (const path of asked) {
    if (path === "-") {
      if (!fed) return undefined;
      continue;
    }
    const place = await confine(bounds, path).catch(passOver("judging a command"));
    if (!place || !(await mayRead(place.real, read))) return undefined;
    if (walks && holdsClosedFolder(bounds, place.real)) return undefined;
    places.push(place.path, place.asked);
  }
  return { places, below: read.below };
}

/** Whether it walks the folders it is given, even if only for names. */
function walksFolders(name: string, words: readonly string[]): boolean {
  return name === "ls" ? words.some((word) => /^-(?:[^-]*R|-r)/.test(word)) : walkers.has(name);
}

const walkers: ReadonlySet<string> = new Set(["find", "tree", "du"]);

function readByTable(name: string, words: readonly string[]): ReadWords | undefined {
  const rule = Object.hasOwn(readingCommands, name) ? readingCommands[name] : undefined;
  return rule && readWords(rule, words);
}
