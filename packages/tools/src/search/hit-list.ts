import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { mostHitsInFile } from "./ripgrep-arguments.ts";

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
const longestLine = 8 * 1024;
const mostHits = 100;
const mostFiles = 200;
const roomForNote = 200;

/** With `namesOnly`, ripgrep lists files instead of hits. `nameOf`: what a file is called by who asked, when not as ripgrep does. */
export function hitList(
  units: number,
  namesOnly: boolean,
  nameOf: (file: string) => string = (file) => file,
): HitList {
  const found = new Map<string, string[]>();
  let left = units - roomForNote;
  let hits = 0;
  return {
    take: (line) => {
      const { file, hit } = parted(line.slice(0, longestLine));
      left -= hit.length + 1 + (found.has(file) ? 0 : nameOf(file).length + 1);
      if (left < 0 && found.size > 0) return false;
      const ofFile = found.get(file) ?? [];
      found.set(file, ofFile);
      if (!namesOnly) ofFile.push(hit);
      hits += 1;
      return hits < (namesOnly ? mostFiles : mostHits);
    },
    files: () => [...found.keys()],
    text: (allowed, cut) => {
      const shown = [...found].filter(([file]) => allowed(file));
      if (shown.length === 0) return "";
      const lines = shown.flatMap(([file, ofFile]) => [visibleName(nameOf(file)), ...ofFile]);
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
  const crowded = shown.some(([, ofFile]) => ofFile.length === mostHitsInFile);
  return crowded
    ? [`[at most ${mostHitsInFile} hits of each file; search one with path, or narrow the pattern]`]
    : [];
}

/** `./file NUL number:text`, or only `./file`. */
function parted(line: string): { file: string; hit: string } {
  const end = line.indexOf("\0");
  const file = (end < 0 ? line : line.slice(0, end)).replace(/^\.\//, "");
  const hit = end < 0 ? "" : line.slice(end + 1).replace(/^(\d+):/, "$1: ");
  return { file, hit: visibleName(hit.replace(/\r$/, "").replaceAll("\t", "  ")) };
}
