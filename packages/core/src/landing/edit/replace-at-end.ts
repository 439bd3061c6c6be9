import type { Edit, EditResult } from "../shapes.ts";
import { changedTo } from "./refuse-edit.ts";
import { lineBreakOf, withLineBreak } from "./split-lines.ts";

const finalBreaks = /(?:\r?\n)+$/;

function breaksAtEnd(text: string): number {
  return finalBreaks.exec(text.slice(-2000))?.[0].length ?? 0;
}

function bare(text: string): string {
  return text.slice(0, text.length - breaksAtEnd(text));
}

/**
 * Replaces the last lines of a file whose `old` ends in more line breaks than the file does: those of the file stay.
 * `undefined` if the file does not end so.
 */
export function replaceAtEnd(content: string, edit: Edit): EditResult | undefined {
  if (!/\n\r?\n$/.test(edit.old)) return undefined;
  const eol = lineBreakOf(content) ?? "\n";
  const body = bare(content);
  const old = withLineBreak(bare(edit.old), eol);
  const start = body.length - old.length;
  if (old.trim() === "" || !body.endsWith(old)) return undefined;
  if (start > 0 && body[start - 1] !== "\n") return undefined;
  return changedTo(
    content,
    content.slice(0, start) + withLineBreak(bare(edit.new), eol) + content.slice(body.length),
  );
}
