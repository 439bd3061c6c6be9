import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ToolResult } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { Refusal } from "../answer/refusal.ts";
import { hashOf, largestWholeFile, readWhole } from "../place/file-content.ts";
import { exactText, textKind } from "../place/text-kind.ts";
import { type CutLines, cutLines } from "./cut-lines.ts";

/** How far into a file too large to take whole a read may look, in bytes. */
const farthestLook = 64 * 1024 * 1024;
const longestLine = 2000;
const roomForNote = 160;

export type LineRange = { offset: number; limit: number };

/** Some lines of an open file as the answer to a read. A file that fits in memory is remembered by its hash, so that it may be edited. */
export async function readLines(
  path: string,
  handle: FileHandle,
  stat: Stats,
  range: LineRange,
  outputLimit: number,
): Promise<ToolResult> {
  const units = Math.max(200, outputLimit - roomForNote);
  const wanted = { ...range, units, lineUnits: longestLine };
  const whole = stat.size > largestWholeFile ? undefined : await readWhole(handle, largestWholeFile);
  if (whole) {
    refuseUnreadable(path, whole, stat.size);
    const cut = await cutLines([whole], wanted, true);
    const broken = exactText(whole) === undefined ? "[not valid UTF-8; \ufffd stands for broken bytes]" : "";
    const content = withNotes(cut, range, `${cut.total}`, broken);
    return { outcome: "ok", content, seen: [{ path, hash: hashOf(whole) }] };
  }
  const start = Buffer.alloc(8192);
  await handle.read(start, 0, start.length, 0);
  refuseUnreadable(path, start, stat.size);
  const cut = await cutLines(pieces(handle), wanted, false);
  const content = withNotes(cut, range, `a ${grouped(stat.size)} byte file`, "");
  return { outcome: "ok", content };
}

function refuseUnreadable(path: string, bytes: Uint8Array, size: number): void {
  const kind = textKind(bytes);
  const name = visibleName(path);
  if (kind === "binary") throw new Refusal(`${name} is binary (${grouped(size)} bytes); it is not shown.`);
  if (kind === "utf-16")
    throw new Refusal(`${name} is UTF-16 text. Convert it with shell: iconv -f UTF-16 -t UTF-8.`);
}

function withNotes(cut: CutLines, range: LineRange, of: string, broken: string): string {
  if (cut.total === 0) return "[empty file]";
  if (cut.lines.length === 0) {
    if (cut.total !== undefined)
      throw new Refusal(`The file has ${cut.total} lines; offset ${range.offset} is past its end.`);
    throw new Refusal("That is too far into a large file. Use shell, for instance sed -n.");
  }
  const last = range.offset + cut.lines.length - 1;
  const goOn = cut.more ? `; go on with offset ${last + 1}` : "";
  const whole = range.offset === 1 && !cut.more;
  const place = whole ? "" : `[lines ${range.offset}-${last} of ${of}${goOn}]`;
  return [...cut.lines, place, broken]
    .filter((line, index) => index < cut.lines.length || line !== "")
    .join("\n");
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
