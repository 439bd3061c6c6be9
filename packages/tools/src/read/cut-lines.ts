import { clipEnd } from "../answer/clip.ts";
import { type Encoding, streamDecoder } from "../encoding/file-text.ts";

/** The requested lines, and the limits in UTF-16 units: `units` in all, `lineUnits` for each. */
export type WantedLines = { offset: number; limit: number; units: number; lineUnits: number };

export type CutLines = {
  lines: readonly string[];
  /** Lines in all; undefined when the end was not reached. */
  total: number | undefined;
  /** Whether text follows the last line of `lines`. */
  more: boolean;
};

/** `endsEarly`: whether the ended stream was cut before the end of the text. */
type Counting = { countAll: boolean; encoding?: Encoding; endsEarly?: () => boolean };

/**
 * Extracts the requested lines from a text stream and keeps nothing else in memory, however long a line is. `countAll` reads to the
 * end for the total.
 */
export async function cutLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  wanted: WantedLines,
  { countAll, encoding = "utf-8", endsEarly = () => false }: Counting,
): Promise<CutLines> {
  const decoder = streamDecoder(encoding);
  const lines: string[] = [];
  let left = wanted.units;
  let full = false;
  let number = 1;
  let kept = "";
  let length = 0;

  const takes = () => !full && number >= wanted.offset;
  const add = (piece: string) => {
    length += piece.length;
    if (takes()) kept += piece.slice(0, wanted.lineUnits - kept.length);
  };
  const endLine = (cut = false) => {
    if (takes()) {
      const line = finished(kept, length, Math.min(wanted.lineUnits, wanted.units), cut);
      full = lines.length > 0 && line.length + 1 > left;
      if (!full) {
        lines.push(line);
        left -= line.length + 1;
        full = lines.length === wanted.limit;
      }
    }
    number += 1;
    kept = "";
    length = 0;
  };

  for await (const chunk of chunks) {
    const text = decoder.decode(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      add(text.slice(start, end));
      endLine();
      start = end + 1;
    }
    add(text.slice(start));
    if (full && !countAll && (length > 0 || number > wanted.offset + lines.length)) {
      return { lines, total: undefined, more: true };
    }
  }
  add(decoder.decode());
  const early = endsEarly();
  if (length > 0) endLine(early);
  if (early) return { lines, total: undefined, more: true };
  const total = number - 1;
  return { lines, total, more: wanted.offset + lines.length <= total };
}

function finished(kept: string, length: number, most: number, cut: boolean): string {
  if (length <= most && length === kept.length) return kept.endsWith("\r") ? kept.slice(0, -1) : kept;
  const note = `… [${cut ? "more than " : ""}${length} characters in this line]`;
  return clipEnd(kept, Math.max(0, most - note.length)) + note;
}
