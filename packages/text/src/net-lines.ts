/** One change of a file as a unified diff. `before` and `after` name what the file held; absent where there was none. */
export type FileDiff = { before?: string; after?: string; diff: string; added: number; removed: number };

export type LineCount = { added: number; removed: number };

/** The file as the changes leave it, against what the first of them found: unknown lines of it, or one line that is new or gone. */
type Part = { kept: number } | { added: string } | { removed: string };

/**
 * How many lines several changes of one file add and remove together: a line that was changed twice counts once, and one that
 * was put back not at all. Where somebody else changed the file in between, what was counted before it and behind it is summed.
 */
export function netLines(changes: readonly FileDiff[]): LineCount {
  const total: LineCount = { added: 0, removed: 0 };
  let parts: Part[] = whole;
  /** The file at each moment that has a name. */
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

/** The same for changes of several files, each with its own count, in the order in which they were changed first. */
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

/** Lines of a diff behind the place where they begin: lines of the old text before it. */
type Hunk = { place: number; lines: readonly string[] };

/** Undefined for what is no unified diff. */
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
    // A line that an earlier change added is simply no longer added.
    else
      for (const part of next(1))
        if (!("added" in part)) made.push("kept" in part ? { removed: text } : part);
  }
  return [...made, ...next(Number.POSITIVE_INFINITY)];
}

/** Takes the parts of so many lines, one piece after the other. A line that is gone has no width: it comes with what is behind it. */
function linesOf(parts: readonly Part[]): (lines: number) => Part[] {
  let at = 0;
  /** Lines that were taken of the part in place. */
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

/** What stands between two kept lines is counted without the lines that are the same on both sides. */
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
