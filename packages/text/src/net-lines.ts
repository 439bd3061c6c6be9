/** One change of a file as a unified diff. `before` and `after` identify its contents; absent for a missing file. */
export type FileDiff = { before?: string; after?: string; diff: string; added: number; removed: number };

export type LineCount = { added: number; removed: number };

/** The changed file relative to its first content: unchanged lines of unknown text, or one added or removed line. */
type Part = { kept: number } | { added: string } | { removed: string };

/**
 * The lines that several changes of one file add and remove in total: a line changed twice counts once, a restored one not at all. If the
 * file was changed otherwise in between, the counts before and after are summed.
 */
export function netLines(changes: readonly FileDiff[]): LineCount {
  const total: LineCount = { added: 0, removed: 0 };
  let parts: Part[] = whole;
  /** The file at each identified content. */
  let known = new Map<string | undefined, Part[]>();
  const bank = () => {
    const { added, removed } = counted(parts);
    total.added += added;
    total.removed += removed;
  };
  for (const [at, { before, after, diff, added, removed }] of changes.entries()) {
    const hunks = hunksOf(diff);
    const ground = at === 0 ? whole : known.get(before);
    if (!ground || !hunks) {
      bank();
      known = new Map();
    }
    if (!hunks) {
      total.added += added;
      total.removed += removed;
      parts = whole;
    } else {
      known.set(before, ground ?? whole);
      parts = hunks.toReversed().reduce(withHunk, ground ?? whole);
    }
    known.set(after, parts);
  }
  bank();
  return total;
}

/** The same for several files, each with its own count, in order of first change. */
export function netLinesByFile(changes: readonly (FileDiff & { path: string })[]): Map<string, LineCount> {
  const files = new Map<string, FileDiff[]>();
  for (const change of changes) {
    const known = files.get(change.path);
    if (known) known.push(change);
    else files.set(change.path, [change]);
  }
  return new Map([...files].map(([path, all]) => [path, netLines(all)]));
}

const whole: Part[] = [{ kept: Number.POSITIVE_INFINITY }];

/** Lines of a diff after their position: the number of old lines before them. */
type Hunk = { place: number; lines: readonly string[] };

/** Undefined for text that is not a unified diff. */
function hunksOf(diff: string): Hunk[] | undefined {
  const hunks: (Hunk & { lines: string[] })[] = [];
  for (const line of diff.split("\n")) {
    const [, start, count] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line) ?? [];
    if (start !== undefined) hunks.push({ place: Number(start) - (count === "0" ? 0 : 1), lines: [] });
    else if (/^[-+ ]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks.length > 0 ? hunks : undefined;
}

function withHunk(parts: readonly Part[], { place, lines }: Hunk): Part[] {
  const made: Part[] = [];
  const next = linesOf(parts);
  made.push(...next(place));
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith("+")) made.push({ added: text });
    else if (line.startsWith(" ")) made.push(...next(1));
    // A removed line that an earlier change added is no longer added.
    else
      for (const part of next(1))
        if (!("added" in part)) made.push("kept" in part ? { removed: text } : part);
  }
  return [...made, ...next(Number.POSITIVE_INFINITY)];
}

/** Takes the parts of this many lines, in sequence. A removed line has no width: it is taken with what follows it. */
function linesOf(parts: readonly Part[]): (lines: number) => Part[] {
  let at = 0;
  /** Lines taken of the current part. */
  let taken = 0;
  return (lines) => {
    const found: Part[] = [];
    for (let left = lines; left > 0; ) {
      const part = parts[at];
      if (!part) break;
      const width = "kept" in part ? part.kept - taken : "added" in part ? 1 : 0;
      if (width > left) {
        found.push({ kept: left });
        taken += left;
        break;
      }
      found.push("kept" in part ? { kept: width } : part);
      left -= width;
      taken = 0;
      at += 1;
    }
    return found;
  };
}

/** Counts the text between two unchanged lines, without lines equal on both sides. */
function counted(parts: readonly Part[]): LineCount {
  const sum = { added: 0, removed: 0 };
  let added: string[] = [];
  let removed: string[] = [];
  for (const part of [...parts, { kept: 0 }]) {
    if ("added" in part) added.push(part.added);
    else if ("removed" in part) removed.push(part.removed);
    else {
      const same = sameAtEnds(removed, added);
      sum.added += added.length - same;
      sum.removed += removed.length - same;
      [added, removed] = [[], []];
    }
  }
  return sum;
}

function sameAtEnds(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}
