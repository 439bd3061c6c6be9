import { passOver } from "@kestrel/diagnostics";
import type { SimpleCommand } from "@kestrel/protocol";
import { type Bounds, confine } from "../place/confined-path.ts";
import { gitLeavesClosed } from "./git-leaves-closed.ts";
import { holdsClosedFolder, mayRead } from "./may-read.ts";
import { readFind } from "./read-find.ts";
import { looksWithGit } from "./read-git.ts";
import { type ReadWords, readWords } from "./read-words.ts";
import { readingCommands } from "./reading-commands.ts";

/** What is proven of a line's commands: which of them do nothing but look, and at what. */
export type ProvenReading = {
  /** By their number, from 0. */
  reading: readonly number[];
  /** The whole line only looks. */
  whole: boolean;
  /** From the workspace, with `/`. */
  places: readonly string[];
  /** Those in which everything below is read. */
  below: readonly string[];
};

export const nothingProven: ProvenReading = { reading: [], whole: false, places: [], below: [] };

type Looks = { places: readonly string[]; below: boolean };

/**
 * Which simple commands of a line that every shell reads alike do nothing but look at what the session's tools may read
 * unasked, whatever their words, every place they name within the bounds. What is not proven is asked about. git is proven
 * only where the whole line is: then it gets settings that start nothing.
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

/** What a command looks at; undefined when it may do more. */
async function looksOf(
  { words: [name = "", ...words] }: SimpleCommand,
  fed: boolean,
  bounds: Bounds,
): Promise<Looks | undefined> {
  if (name === "git") {
    return (await gitLeavesClosed(bounds)) ? looksWithGit(bounds, words) : undefined;
  }
  const read = name === "find" ? readFind(words) : readByTable(name, words);
  // Without a path it would wait for typed input that never comes.
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

/** Whether it goes through the folders it is given, if only for the names in them. */
function walksFolders(name: string, words: readonly string[]): boolean {
  return name === "ls" ? words.some((word) => /^-(?:[^-]*R|-r)/.test(word)) : walkers.has(name);
}

const walkers: ReadonlySet<string> = new Set(["find", "tree", "du"]);

function readByTable(name: string, words: readonly string[]): ReadWords | undefined {
  const rule = Object.hasOwn(readingCommands, name) ? readingCommands[name] : undefined;
  return rule && readWords(rule, words);
}
