import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ToolContext, ToolResult, TrainedTexts } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { Refusal } from "../answer/refusal.ts";
import {
  encodingNames,
  encodingOf,
  type FileEncoding,
  fileText,
  isBinary,
  usualEncoding,
} from "../encoding/file-text.ts";
import { outlineOf } from "../outline/outline.ts";
import { hashOf, largestWholeFile, readWhole } from "../place/file-content.ts";
import { type CutLines, cutLines } from "./cut-lines.ts";

/** Bytes of a file too large to read whole that a read may search. */
const farthestLook = 64 * 1024 * 1024;
/** Bytes of a large file used to detect its encoding. */
const startBytes = 64 * 1024;
const longestLine = 2000;
const roomForNote = 160;

export type LineRange = { offset: number; limit: number };

/** `outline`: whether the rest is summarized by its definitions. */
type Reading = Pick<ToolContext, "outputLimit" | "texts"> & { outline?: boolean };

/** Lines of an open file as a read's answer. The hash of a file that fits in memory is recorded, so that it may be edited. */
export async function readLines(
  path: string,
  handle: FileHandle,
  stat: Stats,
  range: LineRange,
  { outputLimit, texts, outline }: Reading,
): Promise<ToolResult> {
  const wantedWith = (note: string, beside = 0) => {
    const units = Math.max(200, outputLimit - roomForNote - note.length - beside);
    return { ...range, units, lineUnits: longestLine };
  };
  const whole = stat.size > largestWholeFile ? undefined : await readWhole(handle, largestWholeFile);
  if (whole) {
    refuseBinary(path, whole, stat.size);
    const found = encodingOf(whole);
    const note = noteOn(found);
    const cutWith = (beside: number) =>
      cutLines([whole], wantedWith(note, beside), { countAll: true, encoding: found?.encoding });
    let cut = await cutWith(0);
    let below = "";
    if (cut.more && outline && found) {
      const units = Math.floor(outputLimit / 4);
      const shorter = await cutWith(units);
      below = outlineOf(path, fileText(whole)?.text ?? "", range.offset + shorter.lines.length, units);
      if (below !== "") cut = shorter;
    }
    const content = withNotes(cut, range, `${cut.total}`, note, texts);
    return {
      outcome: "ok",
      content: below === "" ? content : `${content}\n${below}`,
      seen: [{ path, hash: hashOf(whole) }],
    };
  }
  const start = Buffer.alloc(startBytes);
  await handle.read(start, 0, start.length, 0);
  refuseBinary(path, start, stat.size);
  const found = encodingOf(start, { whole: false }) ?? usualEncoding;
  const note = noteOn(found);
  const cut = await cutLines(pieces(handle), wantedWith(note), {
    countAll: false,
    endsEarly: () => stat.size > farthestLook,
    encoding: found.encoding,
  });
  const content = withNotes(cut, range, `a ${grouped(stat.size)} byte file`, note, texts);
  return { outcome: "ok", content };
}

function refuseBinary(path: string, bytes: Uint8Array, size: number): void {
  if (isBinary(bytes))
    throw new Refusal(`${visibleName(path)} is binary (${grouped(size)} bytes); it is not shown.`);
}

/** A note for the model on the file's encoding. */
function noteOn(found: FileEncoding | undefined): string {
  if (!found) return "[not valid UTF-8; \ufffd stands for broken bytes]";
  if (found.encoding === "utf-8") return "";
  const name = encodingNames[found.encoding];
  return found.sure
    ? `[${name} text, decoded; edit and write keep it ${name}]`
    : `[probably ${name} text; if the words make no sense, try another with shell: iconv -f ${name} -t UTF-8]`;
}

function withNotes(
  cut: CutLines,
  range: LineRange,
  of: string,
  note: string,
  texts: TrainedTexts | undefined,
): string {
  if (cut.total === 0) return texts?.emptyFile ?? "[empty file]";
  if (cut.lines.length === 0) {
    if (cut.total !== undefined)
      throw new Refusal(`The file has ${cut.total} lines; offset ${range.offset} is past its end.`);
    throw new Refusal("That is too far into a large file. Use shell, for instance sed -n.");
  }
  const last = range.offset + cut.lines.length - 1;
  const part = { first: range.offset, last, of, next: cut.more ? last + 1 : undefined };
  const whole = range.offset === 1 && !cut.more;
  const place = whole ? "" : (texts?.cut("lines", part) ?? partShown("lines", part));
  return [...cut.lines, place, note]
    .filter((line, index) => index < cut.lines.length || line !== "")
    .join("\n");
}

/** Which part of a folder or a file an answer shows, and where it continues. */
export function partShown(
  what: "entries" | "lines",
  { first, last, of, next }: { first: number; last: number; of: string; next?: number },
): string {
  const more = next === undefined ? "" : `; go on with offset ${next}`;
  return `[${what} ${first}-${last} of ${of}${more}]`;
}

async function* pieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafe(256 * 1024);
  for (let at = 0; at < farthestLook; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
