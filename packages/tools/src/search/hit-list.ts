import { visibleName } from "@kestrel/protocol";
import { grouped } from "../answer/grouped.ts";
import { MOST_HITS_IN_FILE } from "./ripgrep-arguments.ts";

/** Gathers what a search finds, up to a number of hits and UTF-16 units, and writes it grouped by file. */
export type HitList = {
  /** Takes one line of ripgrep's; false when there is no room for more. */
  take(line: string): boolean;
  /** Files with hits, as ripgrep named them. */
  files(): readonly string[];
  /** Without the files `allowed` refuses. */
  text(allowed: (file: string) => boolean, cut: boolean): string;
};

/** Longer than any path with a hit, which ripgrep cuts. */
const LONGEST_LINE = 8 * 1024;
const MOST_HITS = 100;
const MOST_FILES = 200;
const ROOM_FOR_NOTE = 200;

/** With `namesOnly`, ripgrep lists files instead of hits. */
export function hitList(units: number, namesOnly: boolean): HitList {
  const found = new Map<string, string[]>();
  let left = units - ROOM_FOR_NOTE;
  let hits = 0;
  return {
    take: (line) => {
      const { file, hit } = parted(line.slice(0, LONGEST_LINE));
      left -= hit.length + 1 + (found.has(file) ? 0 : file.length + 1);
      if (left < 0 && found.size > 0) return false;
      const ofFile = found.get(file) ?? [];
      found.set(file, ofFile);
      if (!namesOnly) ofFile.push(hit);
      hits += 1;
      return hits < (namesOnly ? MOST_FILES : MOST_HITS);
    },
    files: () => [...found.keys()],
    text: (allowed, cut) => {
      const shown = [...found].filter(([file]) => allowed(file));
      if (shown.length === 0) return "";
      const lines = shown.flatMap(([file, ofFile]) => [visibleName(file), ...ofFile]);
      return [...lines, ...notes(shown, namesOnly, cut)].join("\n");
    },
  };
}

function notes(shown: readonly [string, readonly string[]][], namesOnly: boolean, cut: boolean): string[] {
  const hits = shown.reduce((sum, [, ofFile]) => sum + ofFile.length, 0);
  const what = namesOnly
    ? `${grouped(shown.length)} files`
    : `${grouped(hits)} hits in ${grouped(shown.length)} files`;
  if (cut) return [`[only the first ${what}; narrow it with path, glob or a longer pattern]`];
  const crowded = shown.some(([, ofFile]) => ofFile.length === MOST_HITS_IN_FILE);
  return crowded
    ? [`[at most ${MOST_HITS_IN_FILE} hits of each file; search one with path, or narrow the pattern]`]
    : [];
}

/** `./file NUL number:text`, or only `./file`. */
function parted(line: string): { file: string; hit: string } {
  const end = line.indexOf("\0");
  const file = (end < 0 ? line : line.slice(0, end)).replace(/^\.\//, "");
  const hit = end < 0 ? "" : line.slice(end + 1).replace(/^(\d+):/, "$1: ");
  return { file, hit: visibleName(hit.replace(/\r$/, "").replaceAll("\t", "  ")) };
}
