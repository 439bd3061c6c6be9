/** A line of a file: its text, the line break that ends it, and where it begins. */
export type Line = { text: string; eol: string; start: number };

/** Splits without losing a byte; a final line break does not open another line. */
export function splitLines(content: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < content.length) {
    const newline = content.indexOf("\n", start);
    if (newline < 0) {
      lines.push({ text: content.slice(start), eol: "", start });
      break;
    }
    const crlf = newline > start && content[newline - 1] === "\r";
    lines.push({
      text: content.slice(start, crlf ? newline - 1 : newline),
      eol: crlf ? "\r\n" : "\n",
      start,
    });
    start = newline + 1;
  }
  return lines;
}

/** The line break of a file: the one it uses most, or none if it has a single line. */
export function lineBreakOf(content: string): "\n" | "\r\n" | undefined {
  let crlf = 0;
  let lf = 0;
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) {
    if (content[at - 1] === "\r") crlf += 1;
    else lf += 1;
  }
  if (crlf + lf === 0) return undefined;
  return crlf > lf ? "\r\n" : "\n";
}

/** The one kind of line break in `text`; none if it has both kinds or no break at all. */
export function soleLineBreak(text: string): "\n" | "\r\n" | undefined {
  const crlf = text.includes("\r\n");
  const lf = /(?:^|[^\r])\n/.test(text);
  if (crlf === lf) return undefined;
  return crlf ? "\r\n" : "\n";
}

export function withLineBreak(text: string, eol: "\n" | "\r\n" | undefined): string {
  return eol === undefined ? text : text.replace(/\r\n|\n/g, eol);
}

/** The number, from 1, of the line that holds `offset`. */
export function lineNumberAt(content: string, offset: number): number {
  let line = 1;
  for (let at = content.indexOf("\n"); at >= 0 && at < offset; at = content.indexOf("\n", at + 1)) line += 1;
  return line;
}
