import { crc32 } from "node:zlib";
import type { SessionEvent } from "@kestrel/protocol";
import { type ReadLine, readEvent } from "@kestrel/session-state";
import { jsonOrNothing } from "@kestrel/text";
import { migrateEvent, migrations } from "./migrations.ts";

/** A stored line ends in `,"c":"<crc32 of the text before it>"}`: JSON alone would not detect a flipped bit. */
const sealStart = ',"c":"';
const sealLength = sealStart.length + 10;

/** One whole record: JSON, checksum and line feed. Throws when the event cannot be written as JSON. */
export function writeLine(event: SessionEvent | Readonly<Record<string, unknown>>): string {
  const open = JSON.stringify(event).slice(0, -1);
  return `${open}${sealStart}${crc32(open).toString(16).padStart(8, "0")}"}\n`;
}

/** Reads one line without its line feed, migrated to the current version. Lines without a checksum are not verified. */
export function readLine(bytes: Buffer, known = migrations): ReadLine {
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
  const read = readEvent(text);
  if (read.kind !== "damaged") return read;
  const event = recordIn(line);
  const now = event && migrateEvent(event, known);
  return now ? readEvent(JSON.stringify(now)) : read;
}

/** The contents of a line, without its checksum; undefined when it is not an object. */
export function recordIn(line: Buffer): Record<string, unknown> | undefined {
  const value = jsonOrNothing(line.toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { c: _, ...record } = value as Record<string, unknown>;
  return record;
}
