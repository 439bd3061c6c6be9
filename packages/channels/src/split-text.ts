import type { Limits } from "./port.ts";

const encoder = new TextEncoder();

/** The length of a text in the unit that a service counts. */
export function lengthIn(unit: Limits["unit"], text: string): number {
  if (unit === "utf16") return text.length;
  return unit === "bytes" ? encoder.encode(text).length : [...text].length;
}

/** Made when a text is cut for the first time: it takes 2.5 MiB. */
let graphemes: Intl.Segmenter | undefined;

/** Nothing that a person sees as one sign is cut while there is another place; code points never are. */
function cutBefore(text: string, fits: number): number {
  // A segmenter reads its whole input: a window around the cut is enough to find the grapheme's start.
  const from = Math.max(0, fits - 64);
  let at = from;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { index, segment } of graphemes.segment(text.slice(from, fits + 64))) {
    if (from + index + segment.length > fits) {
      at = from + index;
      break;
    }
    at = from + index + segment.length;
  }
  if (at > from || from === 0) {
    if (at > 0) return Math.min(at, fits);
  }
  const low = text.charCodeAt(fits);
  return low >= 0xdc00 && low <= 0xdfff ? fits - 1 : fits;
}

/** How many UTF-16 units of the text are within the limit. */
function fitting(text: string, { unit, count }: Limits): number {
  if (unit === "utf16") return Math.min(count, text.length);
  let used = 0;
  let units = 0;
  for (const sign of text) {
    used += unit === "points" ? 1 : lengthIn("bytes", sign);
    if (used > count) break;
    units += sign.length;
  }
  return units;
}

/** Where a text is best cut, the first that is there: a paragraph, a line, a sentence, a word. */
const seams = [/\n\n+/g, /\n/g, /[.!?。！？]\s*/g, /\s/g] as const;

/**
 * Cuts a text into pieces within the limit, at paragraphs where it can and never inside a character. The pieces joined are the text.
 * A piece is at least one code point: a limit below that is the service's own mistake.
 */
export function splitText(text: string, limits: Limits): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (lengthIn(limits.unit, rest) > limits.count) {
    const fits = fitting(rest, limits);
    const at = seamIn(rest, fits) ?? (cutBefore(rest, fits) || [...rest.slice(0, 2)][0]?.length || 1);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  if (rest !== "" || pieces.length === 0) pieces.push(rest);
  return pieces;
}

/** The last seam in the second half of what fits. */
function seamIn(text: string, fits: number): number | undefined {
  const half = Math.floor(fits / 2);
  const window = text.slice(half, fits);
  for (const seam of seams) {
    let last: number | undefined;
    for (const found of window.matchAll(seam)) last = half + found.index + found[0].length;
    if (last !== undefined) return last;
  }
  return undefined;
}
