/** How far two texts are the same, and the line, from 1, in which that ends. */
function commonStart(before: string, after: string): { end: number; line: number; lineStart: number } {
  let line = 1;
  let lineStart = 0;
  let end = 0;
  while (end < after.length && before.charCodeAt(end) === after.charCodeAt(end)) {
    if (after.charCodeAt(end) === 10) {
      line += 1;
      lineStart = end + 1;
    }
    end += 1;
  }
  return { end, line, lineStart };
}

/**
 * The number, from 1, of the line that an edit left empty: it took out the text of whole lines without their last line
 * break. `undefined` if it left none, or changed more than one place.
 */
export function emptiedLine(before: string, after: string): number | undefined {
  const { end, line, lineStart } = commonStart(before, after);
  const length = before.length - after.length;
  if (length <= 0 || end !== lineStart || !/^\r?\n/.test(after.slice(end, end + 2))) return undefined;
  const gone = before.slice(end, end + length);
  if (gone.trim() === "" || gone.endsWith("\n") || before.slice(end + length) !== after.slice(end))
    return undefined;
  return line;
}
