/** A line of a file: its text, the line break that ends it, and where it begins. */
export type Line = { text: string; eol: string; start: number };

type LineBreak = "\n" | "\r\n" | undefined;

/** Splits without losing a byte; a final line break does not open another line. */
export function splitLines(content: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf("\n", start);
    const end = newline < 0 ? content.length : newline + 1;
    const eol = newline < 0 ? "" : newline > start && content[newline - 1] === "\r" ? "\r\n" : "\n";
    lines.push({ text: content.slice(start, end - eol.length), eol, start });
    start = end;
  }
  return lines;
}

/** The lines of a text; a final line break does not make another. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

/** The line break that a text uses most; none if it has a single line. */
export function lineBreakOf(content: string): LineBreak {
  let crlf = 0;
  let all = 0;
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) {
    all += 1;
    if (content[at - 1] === "\r") crlf += 1;
  }
  return all === 0 ? undefined : crlf * 2 > all ? "\r\n" : "\n";
}

/** The one kind of line break in `text`; none if it has both kinds or no break at all. */
export function soleLineBreak(text: string): LineBreak {
  const kinds = new Set(text.match(/\r?\n/g));
  return kinds.size === 1 ? lineBreakOf(text) : undefined;
}

export const withLineBreak = (text: string, eol: LineBreak): string =>
  eol === undefined ? text : text.replace(/\r?\n/g, eol);

/** The number, from 1, of the line that holds `offset`. */
export function lineNumberAt(content: string, offset: number): number {
  let line = 1;
  for (let at = content.indexOf("\n"); at >= 0 && at < offset; at = content.indexOf("\n", at + 1)) line += 1;
  return line;
}

export const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";
