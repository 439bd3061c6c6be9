import { closestLines } from "./closest-lines.ts";
import type { EditProblem, EditResult } from "./edit.ts";
import { type Line, lineNumberAt } from "./split-lines.ts";

const shownLines = 8;
const listedLines = 20;

export function invalidEdit(message: string): EditProblem {
  return { ok: false, error: "invalid", message };
}

export function unchanged(): EditResult {
  return {
    ok: false,
    error: "no_change",
    message: "The edit changes nothing: `old` and `new` are the same.",
  };
}

/** The new content, if there is anything new about it. */
export function changedTo(before: string, content: string): EditResult {
  return before === content ? unchanged() : { ok: true, content };
}

/** Several places: names their lines. */
export function ambiguousEdit(lines: number[]): EditResult {
  const listed = lines.slice(0, listedLines).join(", ");
  const more = lines.length > listedLines ? ", …" : "";
  const message = `\`old\` matches in ${lines.length} places: lines ${listed}${more}. Give more lines around it so that it matches once, or set \`all\` to change them all.`;
  return { ok: false, error: "ambiguous", message, lines };
}

/** No place: names the closest lines of the file, if any are close. */
export function editNotFound(content: string, file: Line[], old: string, replacement: string): EditResult {
  const parts = ["`old` was not found in the file."];
  const applied = replacement.trim() !== "" ? content.indexOf(replacement) : -1;
  const madeAt = applied >= 0 ? lineNumberAt(content, applied) : undefined;
  if (madeAt !== undefined)
    parts.push(`\`new\` is already there, at line ${madeAt}: perhaps the edit was made before.`);
  const near = closestLines(file, old);
  if (!near) {
    parts.push("Read the file again and copy the lines exactly.");
    return { ok: false, error: "not_found", message: parts.join(" "), madeAt };
  }
  const lines = near.text.split("\n").slice(0, shownLines);
  const shown = lines.map((line, index) => `${near.line + index}: ${line.slice(0, 200)}`).join("\n");
  parts.push(`The closest lines are:\n${shown}\nCopy them exactly, without the numbers.`);
  const text = lines.join("\n");
  const closest = { line: near.line, text };
  return { ok: false, error: "not_found", message: parts.join(" "), closest, madeAt };
}
