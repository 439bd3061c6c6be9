import { diffWordsWithSpace } from "diff";

/** A stretch of a changed line; `marked` where the two sides differ. */
type DiffPiece = { text: string; marked: boolean };
export type DiffLine =
  | { kind: "same" | "add" | "del"; oldLine?: number; newLine?: number; pieces: readonly DiffPiece[] }
  | { kind: "gap" };

const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const longestMarked = 400;

/** The lines of a unified diff for one file, with marks within lines that changed a little. */
export function readUnifiedDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldLine = 0;
  let newLine = 0;
  let inside = false;
  for (const line of diff.split("\n")) {
    const start = hunk.exec(line);
    if (start) {
      if (lines.length > 0) lines.push({ kind: "gap" });
      oldLine = Number(start[1]);
      newLine = Number(start[2]);
      inside = true;
    } else if (!inside || line.startsWith("\\")) continue;
    else if (line.startsWith("+")) lines.push({ kind: "add", newLine: newLine++, pieces: whole(line) });
    else if (line.startsWith("-")) lines.push({ kind: "del", oldLine: oldLine++, pieces: whole(line) });
    else if (line.startsWith(" "))
      lines.push({ kind: "same", oldLine: oldLine++, newLine: newLine++, pieces: whole(line) });
  }
  return withMarks(lines);
}

/** How many lines a diff adds and removes. */
export function diffSize(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("add"), removed: count("del") };
}

function whole(line: string): DiffPiece[] {
  return [{ text: line.slice(1), marked: false }];
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
  if (!before || !after || before.kind === "gap" || after.kind === "gap") return;
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
