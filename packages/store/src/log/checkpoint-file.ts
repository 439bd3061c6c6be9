import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { KestrelError } from "@kestrel/core";
import { absent, passOver, report, reportUnexpected } from "@kestrel/diagnostics";
import { z } from "zod";

/** Identifies the log a checkpoint was made of: its first bytes, and the offsets of events in them. */
export type CheckpointHead = {
  /** The last event in it. */
  seq: number;
  bytes: number;
  /** Offsets of events by sequence number, for reading on from one. */
  marks: (readonly [number, number])[];
};

const Header = z.object({
  format: z.literal(1),
  build: z.string(),
  seq: z.int().positive(),
  bytes: z.int().positive(),
  digest: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
});

/** How long pieces are read or written before the event loop gets a turn. Milliseconds. */
const sliceMs = 20;

/** The path of a log's checkpoint. */
export const checkpointOf = (log: string): string => log.replace(/\.jsonl$/, ".checkpoint");

/**
 * The checkpoint of a log, if this build made it of the bytes the log still begins with; undefined otherwise. A damaged one is reported and
 * deleted: it is made again.
 */
export async function readCheckpoint(
  log: string,
  build: string,
): Promise<{ head: CheckpointHead; pieces: unknown[] } | undefined> {
  const file = checkpointOf(log);
  const bytes = await readFile(file).catch(absent).catch(passOver("reading a checkpoint"));
  if (!bytes) return undefined;
  try {
    const pieces = await piecesIn(bytes);
    const { digest, ...head } = Header.parse(pieces.shift());
    if (head.build !== build) throw outdated("another build made it");
    if ((await digestOf(log, head.bytes)) !== digest) throw outdated("the log has changed");
    return { head, pieces };
  } catch (error) {
    if (error instanceof KestrelError) reportUnexpected("reading a checkpoint", error);
    else report("reading a checkpoint", error);
    await rm(file, { force: true }).catch(passOver("removing a checkpoint"));
    return undefined;
  }
}

/** Writes a checkpoint atomically. */
export async function writeCheckpoint(
  log: string,
  build: string,
  { head, pieces }: { head: CheckpointHead; pieces: Iterable<unknown> },
): Promise<void> {
  const fresh = `${checkpointOf(log)}.part`;
  const digest = await digestOf(log, head.bytes);
  const file = await open(fresh, "w", 0o600);
  try {
    let seal = 0;
    let lines: string[] = [];
    const flush = async () => {
      const text = lines.join("");
      lines = [];
      seal = crc32(text, seal);
      await file.writeFile(text);
      await nextTurn();
    };
    const header = { format: 1 as const, build, digest, ...head };
    lines.push(`${JSON.stringify(header)}\n`);
    let end = performance.now() + sliceMs;
    for (const piece of pieces) {
      lines.push(`${JSON.stringify(piece)}\n`);
      if (performance.now() < end) continue;
      await flush();
      end = performance.now() + sliceMs;
    }
    await flush();
    await file.writeFile(`${seal}\n`);
    await file.close();
    await rename(fresh, checkpointOf(log));
  } catch (error) {
    await file.close().catch(passOver("closing a checkpoint"));
    await rm(fresh, { force: true }).catch(passOver("removing a checkpoint"));
    throw error;
  }
}

/** The lines of a checkpoint. Throws when it is damaged. */
async function piecesIn(bytes: Buffer): Promise<unknown[]> {
  const end = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  if (end === 0 || crc32(bytes.subarray(0, end)) !== Number(bytes.subarray(end).toString("latin1")))
    throw new Error("a checkpoint does not match its checksum");
  const pieces: unknown[] = [];
  let slice = performance.now() + sliceMs;
  for (let from = 0; from < end; ) {
    const feed = bytes.indexOf(10, from);
    pieces.push(JSON.parse(bytes.toString("utf8", from, feed)));
    from = feed + 1;
    if (performance.now() < slice) continue;
    await nextTurn();
    slice = performance.now() + sliceMs;
  }
  return pieces;
}

/** SHA-256 of the first bytes of a file, or of all of a shorter one. */
async function digestOf(file: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  const read = createReadStream(file, { start: 0, end: bytes - 1, highWaterMark: 1 << 20 });
  for await (const chunk of read) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Not an error: it is of an earlier state or build. */
function outdated(why: string): KestrelError {
  return new KestrelError("log_damaged", `a checkpoint is not used: ${why}`);
}
