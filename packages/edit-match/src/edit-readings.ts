type EditReading = { old: string; new: string };

const fenced = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:\n[ \t]*)?\1\s*$/;
const openedFence = /^\s*(?:`{3,}|~{3,})[^\n`]*\r?\n/;
const closedFence = /\r?\n[ \t]*(?:`{3,}|~{3,})\s*$/;
const numbered = /^[ \t]*L?\d+(?:[ \t]*[:|→][ \t]?|\t)/;
const numberedTight = /^[ \t]*L?\d+(?:[ \t]*[:|→]|\t)/;
const onlyNumber = /^[ \t]*L?\d+[ \t]*$/;
/** The names of HTML's entities, and the letters of JSON's escapes that are no sign themselves. */
const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", amp: "&" };
const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** The text inside a fence; removes half a fence, too. */
const unfenced = (text: string): string =>
  fenced.exec(text)?.[2] ?? text.replace(openedFence, "").replace(closedFence, "");

const filled = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== "");

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

const withoutEntities = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|apos|amp);/g, (found, name: string) => entities[name] ?? found);

/** Without the line breaks that a model puts between a tag or quote and its text: what is left could decide between places. */
const withoutFirstBreaks = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "");

const hunk = /^(?:--- .*\n\+\+\+ .*\n)?@@ -\d.*\n/;
/** One side of a diff without its signs and its header, if every line has a sign. */
function sideOf(text: string, sign: "-" | "+"): string | undefined {
  const lines = text.replace(hunk, "").split("\n");
  if (!lines.every((line) => /^(?:[-+ ]|\r?$)/.test(line)) || !lines.some((line) => line.startsWith(sign)))
    return undefined;
  const other = sign === "-" ? "+" : "-";
  return lines.flatMap((line) => (line.startsWith(other) ? [] : line.slice(1))).join("\n");
}

/** An edit copied with the signs of a diff; `old` may contain both sides, if the other one equals `new`. */
function withoutSigns({ old, new: replacement }: EditReading): EditReading {
  const added = sideOf(old, "+");
  const isOther = added !== undefined && added.trimEnd() !== replacement.trimEnd();
  return {
    old: (isOther ? undefined : sideOf(old, "-")) ?? old,
    new: (isOther ? undefined : added) ?? sideOf(replacement, "+") ?? replacement,
  };
}

/** The edit as written, and as it was meant if it was copied from a listing, fenced, or escaped once too often. */
export function editReadings(edit: EditReading): EditReading[] {
  const bare = { old: unfenced(edit.old), new: unfenced(edit.new) };
  const unnumbered = (prefix: RegExp) => ({
    old: withoutNumbers(bare.old, prefix),
    new: hasNumbers(bare.new) ? withoutNumbers(bare.new, prefix) : bare.new,
  });
  const both = (change: (text: string) => string) => ({ old: change(edit.old), new: change(edit.new) });
  const readings = [
    bare,
    ...(hasNumbers(bare.old) ? [unnumbered(numbered), unnumbered(numberedTight)] : []),
    ...[both(unescaped), both(withoutEntities), withoutSigns(bare), both(withoutFirstBreaks)],
  ];
  return [edit, ...readings.filter(({ old }) => old !== edit.old && old.trim() !== "")];
}

/** The edit with one more level of escaping, for text inside a string of the file. */
export function escapedReadings(edit: EditReading): EditReading[] {
  const breaks = (text: string) => text.replace(/\r?\n/g, "\\n").replaceAll("\t", "\\t");
  const all = (text: string) => JSON.stringify(text).slice(1, -1);
  const readings = [breaks, all].map((change) => ({ old: change(edit.old), new: change(edit.new) }));
  return readings.filter(({ old }) => old !== edit.old);
}
