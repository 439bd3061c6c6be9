import type { EditReading } from "./copied-marks.ts";
import { unfenced, withoutDiffMarks, withoutSpanMarks } from "./copied-marks.ts";

const numbered = /^[ \t]*L?\d+(?:[ \t]*[:|→][ \t]?|\t)/;
const numberedTight = /^[ \t]*L?\d+(?:[ \t]*[:|→]|\t)/;
const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&amp;": "&",
};
const escapes: Record<string, string> = {
  "\\n": "\n",
  "\\t": "\t",
  "\\r": "\r",
  '\\"': '"',
  "\\'": "'",
  "\\\\": "\\",
  "\\/": "/",
};

/** Without the line breaks that a model puts between a tag or quote and its text: all, or what is left could decide between places. */
function withoutFirstBreaks(edit: EditReading): EditReading {
  const bare = (text: string) => text.replace(/^(?:[ \t]*\r?\n)+/, "");
  return bare(edit.old) === edit.old ? edit : { old: bare(edit.old), new: bare(edit.new) };
}

function hasNumbers(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !lines.every((line) => numbered.test(line) || /^[ \t]*L?\d+[ \t]*$/.test(line)))
    return false;
  const numbers = lines.map((line) => Number(/\d+/.exec(line)?.[0]));
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

function withoutNumbers(text: string, prefix: RegExp): string {
  return text
    .split("\n")
    .map((line) => line.replace(/^[ \t]*L?\d+[ \t]*$/, "").replace(prefix, ""))
    .join("\n");
}

function unescaped(text: string): string {
  return text.replace(/\\(?:[ntr"'\\/]|u[\da-fA-F]{4})/g, (found) =>
    found.startsWith("\\u")
      ? String.fromCharCode(Number.parseInt(found.slice(2), 16))
      : (escapes[found] ?? found),
  );
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|apos|amp);/g, (found) => entities[found] ?? found);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function breaksEscaped(text: string): string {
  return text.replaceAll("\r\n", "\\n").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** The edit as written, and as it was meant if it was copied from a listing, fenced, or escaped once too often. */
export function editReadings(edit: EditReading): EditReading[] {
  const readings: EditReading[] = [{ old: edit.old, new: edit.new }];
  const bare = { old: unfenced(edit.old), new: unfenced(edit.new) };
  if (bare.old !== edit.old) readings.push(bare);
  for (const prefix of hasNumbers(bare.old) ? [numbered, numberedTight] : []) {
    const replacement = hasNumbers(bare.new) ? withoutNumbers(bare.new, prefix) : bare.new;
    readings.push({ old: withoutNumbers(bare.old, prefix), new: replacement });
  }
  const both = (change: (text: string) => string) => ({ old: change(edit.old), new: change(edit.new) });
  for (const changed of [
    both(unescaped),
    both(withoutEntities),
    withoutDiffMarks(bare),
    withoutFirstBreaks(edit),
    withoutSpanMarks(edit),
  ]) {
    if (changed.old !== edit.old && changed.old !== bare.old) readings.push(changed);
  }
  return readings.filter((reading) => reading.old.trim() !== "");
}

/** The edit with one level of escaping more, for text that stands inside a string of the file. */
export function escapedReadings(edit: EditReading): EditReading[] {
  return [breaksEscaped, escaped]
    .map((change) => ({ old: change(edit.old), new: change(edit.new) }))
    .filter((reading) => reading.old !== edit.old);
}
