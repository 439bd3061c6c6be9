import { clipEnd, clipStart } from "../answer/clip.ts";
import { grouped } from "../answer/grouped.ts";
import type { SpillFile } from "../spill/spill-file.ts";
import { lineWatch } from "./error-lines.ts";

/** A command's stored output: all of it up to `limit` UTF-16 units, then its start, its end and the lines that look like errors. */
export type KeptOutput = {
  /** Resolves when it is stored: at once, or when the disk has accepted it. */
  take(text: string): Promise<void> | void;
  /** What the model sees. */
  text(): string;
  /** Where the whole output is, once it exceeds the limit. */
  spill(): SpillFile | undefined;
};

const headShare = 0.25;
const errorsShare = 0.2;
const roomForNotes = 250;

/** `openSpill` is called once, when the output turns out to be too long. */
export function keptOutput(limit: number, openSpill: () => SpillFile): KeptOutput {
  const room = Math.max(400, limit - roomForNotes);
  const headUnits = Math.floor(room * headShare);
  const errorUnits = Math.floor(room * errorsShare);
  const tailUnits = room - headUnits - errorUnits;
  const watch = lineWatch(errorUnits);
  let whole = "";
  let head = "";
  let tail = "";
  let units = 0;
  let spill: SpillFile | undefined;

  const overflow = () => {
    spill = openSpill();
    const written = spill.write(whole);
    head = wholeLines(clipEnd(whole, headUnits));
    tail = whole;
    whole = "";
    return written;
  };
  return {
    take: (text) => {
      units += text.length;
      watch.take(text);
      if (!spill) {
        whole += text;
        return units > limit ? overflow() : undefined;
      }
      tail += text;
      if (tail.length > 4 * limit) tail = clipStart(tail, tailUnits);
      return spill.write(text);
    },
    text: () => {
      if (!spill) return whole.replace(/\n$/, "");
      const end = fromLineStart(clipStart(tail, tailUnits)).replace(/\n$/, "");
      const last = watch.lines() - countLines(end) + 1;
      const errors = watch.between(countLines(head), last);
      const rest = spill.whole()
        ? `all of it: read ${spill.name}`
        : "the rest could not be kept: the disk is full";
      const note = `[${grouped(units)} characters in ${grouped(watch.lines())} lines; ${rest}]`;
      const between = errors.length > 0 ? ["[lines that look like errors]", ...errors, "[the end]"] : [];
      return [head.replace(/\n$/, ""), note, ...between, end].join("\n");
    },
    spill: () => spill,
  };
}

/** Up to the last line end, unless the text is one long line. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end > 0 ? text.slice(0, end + 1) : text;
}

function fromLineStart(text: string): string {
  const start = text.indexOf("\n");
  return start >= 0 && start < text.length - 1 ? text.slice(start + 1) : text;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
