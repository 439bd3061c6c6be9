/** An edit in one of the ways it may have been meant. */
export type EditReading = { old: string; new: string };

const fenced = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:\n[ \t]*)?\1\s*$/;
const openedFence = /^\s*(?:`{3,}|~{3,})[^\n`]*\r?\n/;
const closedFence = /\r?\n[ \t]*(?:`{3,}|~{3,})\s*$/;
const codeSpan = /^\s*`([^`\n]+)`\s*$/;

/** What stands in a fence; half a fence is taken off too. */
export function unfenced(text: string): string {
  const whole = fenced.exec(text)?.[2];
  if (whole !== undefined) return whole;
  return text.replace(openedFence, "").replace(closedFence, "");
}

/** `old` and `new` without the marks of a code span, if both are one. */
export function withoutSpanMarks(edit: EditReading): EditReading {
  const old = codeSpan.exec(edit.old)?.[1];
  const replacement = codeSpan.exec(edit.new)?.[1];
  return old === undefined || replacement === undefined ? edit : { old, new: replacement };
}

const conflictMark = /^(?:<{5,9}|={5,9}|>{5,9})(?: [^\n]*)?\r?$/;
const divider = /^={5,9}\r?$/;
const fileHeader = /^(?:diff |index |--- |\+\+\+ |@@ .* @@)/;

function linesWithoutHeader(text: string): string[] {
  const lines = text.split("\n");
  if (!/^(?:diff |--- |@@ )/.test(lines[0] ?? "")) return lines;
  const first = lines.findIndex((line) => !fileHeader.test(line));
  return lines.slice(0, first).some((line) => line.startsWith("@@")) ? lines.slice(first) : lines;
}

/** The lines of one side of a diff, if `lines` are one that has both. */
function sideOf(lines: string[], sign: "-" | "+"): string | undefined {
  const marked = lines.filter((line) => line !== "");
  if (!marked.every((line) => /^[-+ ]/.test(line))) return undefined;
  if (!["-", "+"].every((one) => marked.some((line) => line.startsWith(one)))) return undefined;
  const other = sign === "-" ? "+" : "-";
  return lines
    .filter((line) => !line.startsWith(other))
    .map((line) => line.slice(1))
    .join("\n");
}

/** Both sides of a conflict, if `text` is one with one dividing line. */
function sidesOfConflict(text: string): EditReading | undefined {
  const lines = text.trimEnd().split("\n");
  const middle = lines.findIndex((line) => divider.test(line));
  const last = lines.length - 1;
  if (middle < 1 || !/^<{5,9}/.test(lines[0] ?? "") || !/^>{5,9}/.test(lines[last] ?? "")) return undefined;
  if (lines.slice(middle + 1).some((line) => divider.test(line))) return undefined;
  const side = (from: number, to: number) => lines.slice(from, to).join("\n").replace(/\r$/, "");
  return { old: side(1, middle), new: side(middle + 1, last) };
}

function sameLines(left: string, right: string): boolean {
  const bare = (text: string) => text.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  return bare(left) === bare(right);
}

/** `old` holds both sides of a change, as a conflict or a diff does: its first side, if the other is what `new` says. */
function fromBothSides(edit: EditReading): EditReading | undefined {
  const lines = linesWithoutHeader(edit.old);
  const { old = sideOf(lines, "-"), new: meant = sideOf(lines, "+") } = sidesOfConflict(edit.old) ?? {};
  if (old === undefined || meant === undefined) return undefined;
  return sameLines(meant, edit.new) ? { old, new: meant } : undefined;
}

/** `old` and `new` without the marks of a diff: `-` and `+` before every line, or the lines of a conflict around. */
export function withoutDiffMarks(edit: EditReading): EditReading {
  const sides = fromBothSides(edit);
  if (sides) return sides;
  const unmarked = (text: string, sign: string): string => {
    const lines = linesWithoutHeader(text);
    while (lines.length > 1 && conflictMark.test(lines[0] ?? "")) lines.shift();
    while (lines.length > 1 && conflictMark.test(lines.at(-1) ?? "")) lines.pop();
    const marked = lines.filter((line) => line !== "");
    const all = marked.every((line) => line.startsWith(sign) || line.startsWith(" "));
    if (!all || !marked.some((line) => line.startsWith(sign))) return lines.join("\n");
    return lines.map((line) => line.slice(1)).join("\n");
  };
  return { old: unmarked(edit.old, "-"), new: unmarked(edit.new, "+") };
}
