import { diffWordsWithSpace, parsePatch, type StructuredPatchHunk } from "diff";

/** A part of a changed line; `marked` when the two sides differ. */
type DiffPiece = { text: string; marked: boolean };
export type DiffLine =
  | { kind: "same" | "add" | "del"; oldLine?: number; newLine?: number; pieces: readonly DiffPiece[] }
  | { kind: "gap" }
  /** The line before it ends the file without a line break. */
  | { kind: "no-break" };

const longestMarked = 400;

/**
 * The lines of a unified diff for one file, with marks within lines that changed a little. Text that is no unified diff is returned line by
 * line, complete.
 */
export function readUnifiedDiff(diff: string): DiffLine[] {
  const hunks = hunksOf(diff);
  if (!hunks) return diff.split("\n").map((text) => ({ kind: "same", pieces: [{ text, marked: false }] }));
  return withMarks(hunks.flatMap((hunk, index) => [...(index > 0 ? [gap] : []), ...linesOf(hunk)]));
}

const gap: DiffLine = { kind: "gap" };

function hunksOf(diff: string): StructuredPatchHunk[] | undefined {
  try {
    const hunks = parsePatch(diff).flatMap((patch) => patch.hunks);
    return hunks.length > 0 ? hunks : undefined;
  } catch {
    // expected: the text is no diff
    return undefined;
  }
}

function linesOf({ oldStart, newStart, lines }: StructuredPatchHunk): DiffLine[] {
  let oldLine = oldStart;
  let newLine = newStart;
  return lines.map((line): DiffLine => {
    const pieces = [{ text: line.slice(1), marked: false }];
    if (line.startsWith("+")) return { kind: "add", newLine: newLine++, pieces };
    if (line.startsWith("-")) return { kind: "del", oldLine: oldLine++, pieces };
    if (line.startsWith("\\")) return { kind: "no-break" };
    return { kind: "same", oldLine: oldLine++, newLine: newLine++, pieces };
  });
}

/** The rows of a side-by-side view, by line index: a removed line beside the added one in its place, any other line alone. */
export function sideBySide(lines: readonly DiffLine[]): { left?: number; right?: number }[] {
  const rows: { left?: number; right?: number }[] = [];
  for (let index = 0; index < lines.length; ) {
    const removed = sideLength(lines, index, "del");
    const added = sideLength(lines, index + removed, "add");
    for (let pair = 0; pair < Math.max(removed, added); pair++) {
      rows.push({
        ...(pair < removed && { left: index + pair }),
        ...(pair < added && { right: index + removed + pair }),
      });
    }
    if (removed + added === 0) rows.push({ left: index, right: index });
    index += Math.max(1, removed + added);
  }
  return rows;
}

/** The length of a run, with the note on its last line. */
function sideLength(lines: readonly DiffLine[], from: number, kind: "add" | "del"): number {
  const length = runLength(lines, from, kind);
  return length > 0 && lines[from + length]?.kind === "no-break" ? length + 1 : length;
}

/** Pairs each run of removed lines with the run of added lines after it, line by line. */
function withMarks(lines: DiffLine[]): DiffLine[] {
  let index = 0;
  while (index < lines.length) {
    const removed = runLength(lines, index, "del");
    const added = runLength(lines, index + removed, "add");
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      markPair(lines, index + pair, index + removed + pair);
    }
    index += Math.max(1, removed + added);
  }
  return lines;
}

function runLength(lines: readonly DiffLine[], from: number, kind: DiffLine["kind"]): number {
  let end = from;
  while (lines[end]?.kind === kind) end++;
  return end - from;
}

function markPair(lines: DiffLine[], oldAt: number, newAt: number): void {
  const before = lines[oldAt];
  const after = lines[newAt];
  if (!before || !after || !("pieces" in before) || !("pieces" in after)) return;
  const oldText = before.pieces[0]?.text ?? "";
  const newText = after.pieces[0]?.text ?? "";
  if (oldText.length > longestMarked || newText.length > longestMarked) return;
  const changes = diffWordsWithSpace(oldText, newText);
  const common = changes.filter(({ added, removed }) => !added && !removed);
  const kept = common.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (kept * 3 < Math.max(oldText.trim().length, newText.trim().length)) return;
  const side = (other: "added" | "removed") =>
    changes
      .filter((change) => !change[other])
      .map(({ value, added, removed }) => ({ text: value, marked: added || removed }));
  lines[oldAt] = { ...before, pieces: side("added") };
  lines[newAt] = { ...after, pieces: side("removed") };
}
