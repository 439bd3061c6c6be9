import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from "diff";

/** A change for display. `first` is the first changed line of the new text, from 1. */
export type UnifiedDiff = { diff: string; added: number; removed: number; first: number; last: number };

/** The number of added and removed lines, in words: a small model takes `+6 -13` for file content. */
export function linesChanged({ added, removed }: UnifiedDiff): string {
  return `${added} ${added === 1 ? "line" : "lines"} added, ${removed} removed`;
}

/** Up to three removed lines that were not added elsewhere. */
export function linesGone({ diff }: UnifiedDiff): string[] {
  const marked = (mark: "-" | "+") =>
    diff
      .split("\n")
      .slice(2)
      .flatMap((line) =>
        line.startsWith(mark) && line.slice(1).trim() !== "" ? [line.slice(1).trim()] : [],
      );
  const kept = new Set(marked("+"));
  return marked("-")
    .filter((line) => !kept.has(line))
    .slice(0, 3);
}

const contextLines = 3;
/** Milliseconds. An exact diff of two long, unlike texts can take minutes; after this the changed range is shown as one block. */
const patienceMs = 50;

/** The unified diff of two texts; `undefined` before means a new file. */
export function unifiedDiff(path: string, before: string | undefined, after: string): UnifiedDiff {
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const options = { context: contextLines, timeout: patienceMs };
  const careful = structuredPatch(from, `b/${path}`, before ?? "", after, undefined, undefined, options);
  const patch = careful ?? {
    oldFileName: from,
    newFileName: `b/${path}`,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [oneHunk(before ?? "", after)],
  };
  const signs = patch.hunks.flatMap((hunk) => hunk.lines.map((line) => line[0]));
  return {
    diff: formatPatch(patch, FILE_HEADERS_ONLY),
    added: signs.filter((sign) => sign === "+").length,
    removed: signs.filter((sign) => sign === "-").length,
    ...changedLines(patch.hunks),
  };
}

function changedLines(hunks: readonly StructuredPatchHunk[]): { first: number; last: number } {
  let first = 0;
  let last = 0;
  for (const hunk of hunks) {
    let line = hunk.newStart;
    for (const [sign] of hunk.lines) {
      if (sign === "+" || sign === "-") {
        first ||= line;
        last = Math.max(last, sign === "+" ? line : line - 1, first);
      }
      if (sign === "+" || sign === " ") line += 1;
    }
  }
  return { first: first || 1, last: last || 1 };
}

/** Everything between the first and the last difference as one removal and one addition. */
function oneHunk(before: string, after: string): StructuredPatchHunk {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  return {
    oldStart: start + 1,
    oldLines: removed.length,
    newStart: start + 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
