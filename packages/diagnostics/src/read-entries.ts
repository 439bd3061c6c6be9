import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { hasCode } from "@kestrel/core";
import { DiagnosticEntry } from "@kestrel/protocol/api";
import { partsOf } from "./bounded-file.ts";
import { logFileIn } from "./daemon-log.ts";

/** Bytes read of one part: twice its maximum size. */
const mostRead = 2 * 1_048_576;

/** A person does not notice whether a line comes this much later. Milliseconds. */
const paceMs = 300;

/** What a person looks for: one report, or everything of the session whose name begins like this. Left out: all there is. */
export type Wanted = { id?: string | undefined; sessionId?: string | undefined };

/**
 * The newest entries of a data folder's log that fit, the last one last. Reads files and needs no daemon. Rejects as `open` does where the
 * log is there and cannot be read.
 */
export async function entriesIn(
  folder: string,
  most: number,
  wanted: Wanted = {},
): Promise<DiagnosticEntry[]> {
  const found: DiagnosticEntry[] = [];
  for (const part of partsOf(logFileIn(folder))) found.push(...(await entriesOfPart(part, wanted)));
  return found.slice(-most);
}

/** The newest entries, then new ones until the signal fires. Follows a log that is rotated or recreated. */
export async function* followEntries(
  folder: string,
  most: number,
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<DiagnosticEntry> {
  const path = logFileIn(folder);
  let file = await opened(path);
  let at = 0;
  try {
    const [oldest, older] = partsOf(path);
    const before = [...(await entriesOfPart(oldest, wanted)), ...(await entriesOfPart(older, wanted))];
    const { lines, bytes } = file ? await linesFrom(file, 0) : { lines: [], bytes: 0 };
    at = bytes;
    yield* [...before, ...entriesOf(lines, wanted)].slice(-most);
    while (!signal.aborted) {
      // Checked before the read: lines written before the change are still in the old file.
      const changed = !file || (await isAnother(path, file));
      if (file) {
        const { lines, bytes } = await linesFrom(file, at);
        at += bytes;
        yield* entriesOf(lines, wanted);
      }
      if (changed) {
        await file?.close();
        file = await opened(path);
        at = 0;
      }
      if (!changed || !file) await pause(paceMs, undefined, { signal }).catch(stopped);
    }
  } finally {
    await file?.close();
  }
}

async function entriesOfPart(path: string, wanted: Wanted): Promise<DiagnosticEntry[]> {
  const file = await opened(path);
  if (!file) return [];
  try {
    const { size } = await file.stat();
    return entriesOf((await linesFrom(file, Math.max(0, size - mostRead))).lines, wanted);
  } finally {
    await file.close();
  }
}

function entriesOf(lines: readonly string[], { id, sessionId }: Wanted): DiagnosticEntry[] {
  return lines.flatMap((line) => {
    const entry = entryIn(line);
    const fits =
      (id === undefined || entry?.id === id) &&
      (sessionId === undefined || entry?.sessionId?.startsWith(sessionId) === true);
    return entry && fits ? [entry] : [];
  });
}

/** Undefined for half a line or an invalid one. */
function entryIn(line: string): DiagnosticEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return DiagnosticEntry.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined where there is no such file. */
async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The whole lines of a file from a byte on, two mebibytes at the most, and how many bytes they are. */
async function linesFrom(file: FileHandle, at: number): Promise<{ lines: string[]; bytes: number }> {
  const room = Buffer.alloc(Math.min(mostRead, Math.max(0, (await file.stat()).size - at)));
  const { bytesRead } = await file.read(room, 0, room.length, at);
  const bytes = room.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
  return { lines: room.toString("utf8", 0, bytes).split("\n"), bytes };
}

/** A pause that the signal ends is no failure. */
function stopped(error: unknown): void {
  if (!hasCode(error)) throw error;
}

async function isAnother(path: string, file: FileHandle): Promise<boolean> {
  try {
    return (await stat(path)).ino !== (await file.stat()).ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}
