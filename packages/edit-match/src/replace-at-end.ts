import type { Edit, EditResult } from "./edit.ts";
import { matchLines } from "./match-lines.ts";
import { changedTo } from "./refuse-edit.ts";
import { lineBreakOf, splitLines, withLineBreak } from "./split-lines.ts";

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
  if (old.trim() === "") return undefined;
  if (!body.endsWith(old) || (start > 0 && body[start - 1] !== "\n"))
    return replaceLastLines(content, body, edit);
  return changedTo(
    content,
    content.slice(0, start) + withLineBreak(bare(edit.new), eol) + content.slice(body.length),
  );
}

/** The same where the last lines are the same but for indentation or typography, and no others are. */
function replaceLastLines(content: string, body: string, edit: Edit): EditResult | undefined {
  const file = splitLines(body);
  const [match, other] = matchLines(file, bare(edit.old), bare(edit.new));
  const first = match && file[match.from];
  if (!first || other || match.to !== file.length) return undefined;
  const lines = match.lines.join(lineBreakOf(content) ?? "\n");
  return changedTo(content, content.slice(0, first.start) + lines + content.slice(body.length));
}
