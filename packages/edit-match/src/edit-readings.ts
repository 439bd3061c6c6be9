/** An edit in one of the ways it may have been meant. */
type EditReading = { old: string; new: string };

const fenced = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:\n[ \t]*)?\1\s*$/;
const openedFence = /^\s*(?:`{3,}|~{3,})[^\n`]*\r?\n/;
const closedFence = /\r?\n[ \t]*(?:`{3,}|~{3,})\s*$/;
const codeSpan = /^\s*`([^`\n]+)`\s*$/;
const numbered = /^[ \t]*L?\d+(?:[ \t]*[:|→][ \t]?|\t)/;
const numberedTight = /^[ \t]*L?\d+(?:[ \t]*[:|→]|\t)/;
const onlyNumber = /^[ \t]*L?\d+[ \t]*$/;
/** The names of HTML's entities, and the letters of JSON's escapes that are no sign themselves. */
const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", amp: "&" };
const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** What stands in a fence; half a fence is taken off too. */
function unfenced(text: string): string {
  return fenced.exec(text)?.[2] ?? text.replace(openedFence, "").replace(closedFence, "");
}

/** A code span without its marks; empty if it is none. */
function unspanned(text: string): string {
  return codeSpan.exec(text)?.[1] ?? "";
}

function filled(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

/** True if every line has a number, each higher than the one before. */
function hasNumbers(text: string): boolean {
  const lines = filled(text.split("\n"));
  const numbers = lines.map((line) => Number(/\d+/.exec(line)?.[0]));
  return (
    lines.length > 0 &&
    lines.every((line) => numbered.test(line) || onlyNumber.test(line)) &&
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
  );
}

function withoutNumbers(text: string, prefix: RegExp): string {
  const lines = text.split("\n");
  return lines.map((line) => line.replace(onlyNumber, "").replace(prefix, "")).join("\n");
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([ntr"'\\/])|u([\da-fA-F]{4}))/g, (_found, sign: string, code?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[sign] ?? sign),
  );
}

function withoutEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|apos|amp);/g, (found, name: string) => entities[name] ?? found);
}

/** All the line breaks that a model puts between a tag or quote and its text: what is left could decide between places. */
function withoutFirstBreaks(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, "");
}

const conflictMark = /^(?:<{5,9}|={5,9}|>{5,9})(?: [^\n]*)?\r?$/;
const divider = /^={5,9}\r?$/;
const fileHeader = /^(?:diff |index |--- |\+\+\+ |@@ .* @@)/;

function linesWithoutHeader(text: string): string[] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => !fileHeader.test(line));
  return lines.slice(0, first).some((line) => line.startsWith("@@")) ? lines.slice(first) : lines;
}

/** The lines of one side of a diff without their signs, if every line has one and `needed` occur. */
function sideOf(lines: string[], sign: "-" | "+", needed: string): string | undefined {
  const marked = lines.filter((line) => line !== "");
  if (!marked.every((line) => /^[-+ ]/.test(line))) return undefined;
  if (![...needed].every((one) => marked.some((line) => line.startsWith(one)))) return undefined;
  const other = sign === "-" ? "+" : "-";
  const side = lines.filter((line) => !line.startsWith(other));
  return side.map((line) => line.slice(1)).join("\n");
}

/** Both sides of a conflict, if `text` is one with one dividing line. */
function sidesOfConflict(text: string): EditReading | undefined {
  const lines = text.trimEnd().split("\n");
  const dividers = lines.flatMap((line, index) => (divider.test(line) ? [index] : []));
  const middle = dividers[0];
  if (middle === undefined || middle < 1 || dividers.length > 1) return undefined;
  if (!/^<{5,9}/.test(text) || !/^>{5,9}/.test(lines.at(-1) ?? "")) return undefined;
  const side = (from: number, to: number) => lines.slice(from, to).join("\n").replace(/\r$/, "");
  return { old: side(1, middle), new: side(middle + 1, lines.length - 1) };
}

/** `old` holds both sides of a change, as a conflict or a diff does: its first side, if the other is what `new` says. */
function fromBothSides(edit: EditReading): EditReading | undefined {
  const lines = linesWithoutHeader(edit.old);
  const both = sidesOfConflict(edit.old) ?? { old: sideOf(lines, "-", "-+"), new: sideOf(lines, "+", "-+") };
  const bare = (text: string) => text.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  if (both.old === undefined || both.new === undefined || bare(both.new) !== bare(edit.new)) return undefined;
  return { old: both.old, new: both.new };
}

/** Without the marks of a diff: `-` or `+` before every line, or the lines of a conflict around. */
function withoutDiffMarks(text: string, sign: "-" | "+"): string {
  const lines = linesWithoutHeader(text);
  while (lines.length > 1 && conflictMark.test(lines[0] ?? "")) lines.shift();
  while (lines.length > 1 && conflictMark.test(lines.at(-1) ?? "")) lines.pop();
  const mixed = lines.some((line) => line.startsWith(sign === "-" ? "+" : "-"));
  return (mixed ? undefined : sideOf(lines, sign, sign)) ?? lines.join("\n");
}

/** The edit as written, and as it was meant if it was copied from a listing, fenced, or escaped once too often. */
export function editReadings(edit: EditReading): EditReading[] {
  const bare = { old: unfenced(edit.old), new: unfenced(edit.new) };
  const unnumbered = [numbered, numberedTight].map((prefix) => ({
    old: withoutNumbers(bare.old, prefix),
    new: hasNumbers(bare.new) ? withoutNumbers(bare.new, prefix) : bare.new,
  }));
  const both = (change: (text: string) => string) => ({ old: change(edit.old), new: change(edit.new) });
  const span = both(unspanned);
  const changed = [
    both(unescaped),
    both(withoutEntities),
    fromBothSides(bare) ?? { old: withoutDiffMarks(bare.old, "-"), new: withoutDiffMarks(bare.new, "+") },
    both(withoutFirstBreaks),
    ...(span.new === "" ? [] : [span]),
  ].filter(({ old }) => old !== edit.old && old !== bare.old);
  const readings = [
    edit,
    ...(bare.old === edit.old ? [] : [bare]),
    ...(hasNumbers(bare.old) ? unnumbered : []),
    ...changed,
  ];
  return readings.filter(({ old }) => old.trim() !== "").map(({ old, new: meant }) => ({ old, new: meant }));
}

/** The edit with one level of escaping more, for text that stands inside a string of the file. */
export function escapedReadings(edit: EditReading): EditReading[] {
  const breaks = (text: string) => text.replace(/\r?\n/g, "\\n").replaceAll("\t", "\\t");
  const all = (text: string) => JSON.stringify(text).slice(1, -1);
  return [breaks, all]
    .map((change) => ({ old: change(edit.old), new: change(edit.new) }))
    .filter(({ old }) => old !== edit.old);
}
