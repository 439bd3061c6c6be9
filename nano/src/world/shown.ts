import { productTexts } from "./product-texts.ts";

/** Entries and lines that one answer has at most where nobody asks for more. */
const most = 200;
/** What is kept free for the note behind names and behind lines. UTF-16 units. */
const roomForNote = { folder: 100, file: 160 } as const;
/** From so many names on Kestrel says how many there are. */
const countedFrom = 13;

/** A folder's names as the answer to a read has them, cut where there is no room. */
export function shownFolder(names: readonly string[], room: number): string {
  const shown = fitting(names, room - roomForNote.folder);
  if (shown.length < names.length)
    return [...shown, productTexts.cutFolder(shown.length, names.length)].join("\n");
  return (names.length < countedFrom ? names : [...names, productTexts.counted(names.length)]).join("\n");
}

/** A file's lines, cut where there is no room. */
export function shownFile(lines: readonly string[], room: number): string {
  if (lines.length === 0) return productTexts.emptyFile;
  const shown = fitting(lines, Math.max(200, room - roomForNote.file));
  return (
    shown.length < lines.length ? [...shown, productTexts.cutFile(shown.length, lines.length)] : lines
  ).join("\n");
}

function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const shown: string[] = [];
  for (const line of lines.slice(0, most)) {
    left -= line.length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}
