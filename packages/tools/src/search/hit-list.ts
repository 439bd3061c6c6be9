import type { ToolContext, TrainedTexts } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { names } from "./passed-over.ts";
import { mostHitsInFile } from "./ripgrep-arguments.ts";

/** Collects search hits, up to a number of hits and UTF-16 units, and formats them grouped by file. */
export type HitList = {
  /** Takes one line of ripgrep's output; false when the limit is reached. */
  take(line: string): boolean;
  /** Files with hits, as ripgrep named them. */
  files(): readonly string[];
  /** Without the files that `allowed` rejects; `more` is appended, also without hits. */
  text(
    allowed: (file: string) => boolean,
    cut: boolean,
    more?: (found: boolean) => readonly string[],
  ): string;
};

/** Longer than any line with a path and a hit, which ripgrep cuts. */
const longestLine = 8 * 1024;
const mostHits = 100;
const mostFiles = 200;
const roomForNote = 200;

/** With `namesOnly`, ripgrep lists files instead of hits. `nameOf`: the displayed name of a file, when it is not ripgrep's. */
export function hitList(
  { outputLimit: units, texts }: Pick<ToolContext, "outputLimit" | "texts">,
  namesOnly: boolean,
  nameOf: (file: string) => string = (file) => file,
): HitList {
  const found = new Map<string, string[]>();
  const binary = new Set<string>();
  let left = units - roomForNote;
  let hits = 0;
  return {
    take: (line) => {
      const matches = namesOnly ? undefined : binaryMatch.exec(line)?.[1];
      if (matches !== undefined) {
        if (binary.size < mostFiles) binary.add(matches);
        return true;
      }
      const { file, hit } = parted(line.slice(0, longestLine), texts);
      if (!namesOnly && found.get(file)?.includes(hit)) return true;
      left -= hit.length + 1 + (found.has(file) ? 0 : nameOf(file).length + 1);
      if (left < 0 && found.size > 0) return false;
      const ofFile = found.get(file) ?? [];
      found.set(file, ofFile);
      if (!namesOnly) ofFile.push(hit);
      hits += 1;
      return hits < (namesOnly ? mostFiles : mostHits);
    },
    files: () => [...found.keys(), ...binary],
    text: (allowed, cut, more = () => []) => {
      const shown = [...found].filter(([file]) => allowed(file));
      const unshown = names(nameOf);
      for (const file of binary) if (allowed(file)) unshown.add(file);
      const beside = [
        ...unshown.note(
          (list) => `[binary files that match, their lines not shown: ${list}; use shell with grep -a]`,
        ),
        ...more(shown.length > 0),
      ];
      const room = Math.max(0, units - roomForNote - beside.join("\n").length);
      const kept = shown.length > 0 ? within(room, shown, nameOf) : shown;
      const lost = countHits(kept) < countHits(shown);
      const lines = kept.flatMap(([file, ofFile]) => [visibleName(nameOf(file)), ...ofFile]);
      const own = kept.length > 0 ? notes(kept, namesOnly, cut || lost, texts) : [];
      return [...lines, ...own, ...beside].join("\n");
    },
  };
}

/** `./file: binary file matches (found "\0" byte around offset 7)` */
const binaryMatch = /^(?:\.\/)?(.*): binary file matches \(found /;

type FileHits = readonly (readonly [file: string, hits: readonly string[]])[];

function countHits(files: FileHits): number {
  return files.reduce((sum, [, hits]) => sum + 1 + hits.length, 0);
}

/** The first of them that fit in this many UTF-16 units, and at least one file. */
function within(room: number, files: FileHits, nameOf: (file: string) => string): FileHits {
  let left = room;
  const kept: (readonly [string, readonly string[]])[] = [];
  for (const [file, hits] of files) {
    left -= nameOf(file).length + 1;
    const fitting = hits.filter((hit) => {
      left -= hit.length + 1;
      return left >= 0;
    });
    if (left < 0 && kept.length > 0 && fitting.length === 0) break;
    kept.push([file, fitting.length > 0 ? fitting : hits.slice(0, 1)]);
    if (left < 0) break;
  }
  return kept;
}

function notes(shown: FileHits, namesOnly: boolean, cut: boolean, texts: TrainedTexts | undefined): string[] {
  const hits = shown.reduce((sum, [, ofFile]) => sum + ofFile.length, 0);
  const what = namesOnly
    ? `${grouped(shown.length)} files`
    : `${grouped(hits)} hits in ${grouped(shown.length)} files`;
  if (cut && !namesOnly && texts) return [texts.cutSearch(grouped(hits), grouped(shown.length))];
  if (cut) return [`[only the first ${what}; narrow it with path, glob or a longer pattern]`];
  const crowded = shown.some(([, ofFile]) => ofFile.length === mostHitsInFile);
  return crowded
    ? [`[at most ${mostHitsInFile} hits of each file; search one with path, or narrow the pattern]`]
    : [];
}

/** `./file NUL number:text`, or only `./file`. */
function parted(line: string, texts: TrainedTexts | undefined): { file: string; hit: string } {
  const end = line.indexOf("\0");
  const file = (end < 0 ? line : line.slice(0, end)).replace(/^\.\//, "");
  const hit =
    end < 0 ? "" : line.slice(end + 1).replace(/^(\d+):/, (_, number) => texts?.hit(number) ?? `${number}: `);
  return { file, hit: visibleName(hit.replace(/\r$/, "").replaceAll("\t", "  ")) };
}
