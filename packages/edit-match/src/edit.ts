import { closestLines } from "./closest-lines.ts";
import { type Line, lineNumberAt } from "./lines.ts";

/** Replace `old` by `new`; once, unless `replaceAll`. */
export type Edit = { old: string; new: string; replaceAll?: boolean };

export type EditRefusal = "not_found" | "ambiguous" | "no_change" | "invalid";

/** Why an edit was not made: a sentence for the model, and the facts behind it. */
export type EditProblem = {
  ok: false;
  error: EditRefusal;
  message: string;
  closest?: { line: number; text: string };
  lines?: readonly number[];
  madeAt?: number;
  /** An error thrown while matching: a bug, to be reported by the caller. */
  fault?: unknown;
};

export type EditResult = { ok: true; content: string } | EditProblem;

const shownLines = 8;
const listedLines = 20;
export const invalidEdit = (message: string): EditProblem => ({ ok: false, error: "invalid", message });

export function changedTo(before: string, content: string): EditResult {
  if (before !== content) return { ok: true, content };
  const message = "The edit changes nothing: `old` and `new` are the same.";
  return { ok: false, error: "no_change", message };
}

export function ambiguousEdit(given: readonly number[]): EditResult {
  const lines = [...new Set(given)];
  const listed = lines.slice(0, listedLines).join(", ") + (lines.length > listedLines ? ", …" : "");
  const message = `\`old\` matches in ${lines.length} places: lines ${listed}. Give more lines around it so that it matches once, or set \`all\` to change them all.`;
  return { ok: false, error: "ambiguous", message, lines };
}

export function editNotFound(content: string, file: Line[], old: string, replacement: string): EditResult {
  const applied = replacement.trim() === "" ? -1 : content.indexOf(replacement);
  const madeAt = applied < 0 ? undefined : lineNumberAt(content, applied);
  const near = closestLines(file, old, shownLines);
  const shown = near?.lines.map((line, index) => `${near.line + index}: ${line.slice(0, 200)}`).join("\n");
  const parts = [
    "`old` was not found in the file.",
    madeAt !== undefined && `\`new\` is already there, at line ${madeAt}: perhaps the edit was made before.`,
    shown === undefined
      ? "Read the file again and copy the lines exactly."
      : `The closest lines are:\n${shown}\nCopy them exactly, without the numbers.`,
  ];
  return {
    ok: false,
    error: "not_found",
    message: parts.filter(Boolean).join(" "),
    ...(near && { closest: { line: near.line, text: near.lines.join("\n") } }),
    madeAt,
  };
}
