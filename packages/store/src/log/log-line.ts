import { crc32 } from "node:zlib";
import type { SessionEvent } from "@kestrel/protocol";
import { type ReadLine, readEvent } from "@kestrel/session-state";

/** A stored line ends in `,"c":"<crc32 of what stands before it>"}`: JSON alone would not notice a flipped bit. */
const sealStart = ',"c":"';
const sealLength = sealStart.length + 10;

/** One record, whole: JSON, seal and line feed. Throws when the event cannot be written as JSON. */
export function writeLine(event: SessionEvent): string {
  const open = JSON.stringify(event).slice(0, -1);
  return `${open}${sealStart}${crc32(open).toString(16).padStart(8, "0")}"}\n`;
}

/** Reads one line without its line feed. Lines without a seal are taken at their word. */
export function readLine(bytes: Buffer): ReadLine {
  if (bytes.length === 0) return { kind: "damaged", detail: "empty, or longer than a line may be" };
  // JSON has no raw NUL, but a power cut can leave a run of them right before the next good record.
  const line = bytes.subarray(bytes.lastIndexOf(0) + 1);
  const text = line.toString("utf8");
  if (text.startsWith(sealStart, text.length - sealLength)) {
    const sealed = text.slice(text.length - 10, text.length - 2);
    if (crc32(line.subarray(0, line.length - sealLength)) !== Number.parseInt(sealed, 16)) {
      return { kind: "damaged", detail: "does not match its checksum" };
    }
  }
  return readEvent(text);
}
