import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { openAddress } from "./open-address.ts";
import { type FilePlan, refusalOf, unreached } from "./plan-download.ts";

/** A file on its way; what is learned of it is written into it. */
export type FileOnItsWay = FilePlan & {
  received: number;
  /** The name that the last host gave these bytes. */
  etag?: string;
  /** It is there whole, and its sum was right where one is known. */
  whole?: true;
  /** A file of this name and size lay there before the download. */
  found?: true;
};

export type Transfer = {
  signal: AbortSignal;
  token?: string;
  /** The setting's variable that a sentence about a missing token names. */
  variable: string;
  /** Called as bytes come; `checking` while what came is read again. */
  onNews(checking: boolean): void;
  /** Called when an answer begins. Resolves with the bytes that may be used on this disk. Rejects when the disk is full. */
  room(): Promise<number>;
  /** The first pause after a broken connection; it doubles with each further one without a byte. */
  firstPauseMs: number;
  silenceMs: number;
};

/** Broken connections in a row without a byte between them. */
const mostFailures = 5;

/** What every GGUF file begins with. */
const mark = "GGUF";

/** What an interrupted file is kept as. */
export const partOf = (path: string): string => `${path}.part`;

/** The connection broke, or the server is busy: the same is asked again. */
class Interrupted extends Error {}

/**
 * Downloads one file into `path`.part, from where it was cut, and compares its SHA-256. Rejects with `download_refused`,
 * `download_auth`, `download_no_room` or `download_failed`; a file with a wrong sum is deleted, everything else is kept.
 */
export async function transferFile(file: FileOnItsWay, path: string, how: Transfer): Promise<void> {
  for (let failures = 0; ; ) {
    const before = file.received;
    try {
      return await once(file, path, how);
    } catch (error) {
      how.signal.throwIfAborted();
      if (error instanceof KestrelError) throw error;
      if (isFull(error)) throw noRoom(file, dirname(path));
      const broke = error instanceof Interrupted || isBroken(error);
      failures = file.received > before ? 1 : failures + 1;
      if (!broke || failures > mostFailures) throw unreached(file.url, nameOf(file), error);
      await pause(how.firstPauseMs * 2 ** (failures - 1), undefined, { signal: how.signal });
    }
  }
}

async function once(file: FileOnItsWay, path: string, how: Transfer): Promise<void> {
  const part = partOf(path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const there = (await stat(part).catch(absent))?.size ?? 0;
  const fits = there > 0 && (file.size === undefined || there <= file.size) && isResumable(file);
  file.received = fits ? there : 0;
  const handle = await open(part, fits ? "r+" : "w", 0o600);
  try {
    const hash = fits ? await hashOf(part, how) : createHash("sha256");
    const whole = file.size !== undefined && file.received === file.size;
    const sum = whole ? hash : await receive(file, handle, hash, how);
    await handle.sync().catch(passOverDevice);
    if (file.sum !== undefined && sum.digest("hex") !== file.sum) {
      await rm(part, { force: true });
      file.received = 0;
      throw failed(file, "download_checksum");
    }
    file.whole = true;
  } finally {
    await handle.close();
  }
}

/** Compares a file that was there before with its sum. False: it is another one, or damaged. */
export async function checkFile(file: FileOnItsWay, path: string, how: Transfer): Promise<boolean> {
  if (file.sum !== undefined && (await hashOf(path, how)).digest("hex") !== file.sum) return false;
  file.received = file.size ?? 0;
  file.whole = true;
  return true;
}

/** Some things that can be written to cannot be synced; that is no failure of a download. */
function passOverDevice(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL") throw error;
}

/** Bytes of two files are never mixed: either the sum tells in the end, or the host's own name for the bytes does at once. */
const isResumable = ({ sum, etag }: FileOnItsWay) => sum !== undefined || isStrong(etag);
const isStrong = (etag: string | undefined): etag is string => etag?.startsWith('"') === true;

async function hashOf(part: string, { signal, onNews }: Transfer): Promise<Hash> {
  const hash = createHash("sha256");
  onNews(true);
  for await (const chunk of createReadStream(part, { signal, highWaterMark: 1 << 20 }))
    hash.update(chunk as Buffer);
  onNews(false);
  return hash;
}

async function receive(file: FileOnItsWay, handle: FileHandle, begun: Hash, how: Transfer): Promise<Hash> {
  const { signal, token, silenceMs } = how;
  const headers: Record<string, string> = {};
  if (file.received > 0) headers.range = `bytes=${file.received}-`;
  if (file.received > 0 && isStrong(file.etag)) headers["if-range"] = file.etag;
  const opened = await openAddress(file.url, { signal, token, headers, silenceMs });
  const { answer, status, linkedSum, linkedSize } = opened;
  let hash = begun;
  try {
    if (status === 416) {
      await handle.truncate(0);
      file.received = 0;
      throw new Interrupted("the range is not there");
    }
    if (status === 429 || status >= 500) throw new Interrupted(`status ${status}`);
    if (status !== 200 && status !== 206)
      throw refusalOf(status, { name: nameOf(file), address: file.url, variable: how.variable });
    const continues = status === 206 && rangeStart(answer.headers["content-range"]) === file.received;
    if (!continues && status === 206) throw new Interrupted("another range");
    if (!continues && file.received > 0) {
      // The file is another one by now, or the host sends it from its beginning only.
      await handle.truncate(0);
      file.received = 0;
      hash = createHash("sha256");
    }
    const said = linkedSize ?? lengthOf(answer.headers, file.received);
    if (linkedSum !== undefined && file.sum !== undefined && linkedSum !== file.sum)
      throw failed(file, "download_changed");
    if (said !== undefined && file.size !== undefined && said !== file.size)
      throw failed(file, "download_changed");
    file.sum ??= linkedSum;
    file.size ??= said;
    file.etag = answer.headers.etag;
    const room = await how.room();
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      // A first chunk may be shorter than the mark.
      const begins = chunk.toString("latin1", 0, Math.max(0, mark.length - file.received));
      if (!mark.startsWith(begins, file.received)) throw failed(file, "download_not_gguf");
      if (file.size !== undefined && file.received + chunk.length > file.size)
        throw failed(file, "download_changed");
      if (file.size === undefined && file.received + chunk.length > room) {
        await handle.truncate(0);
        file.received = 0;
        throw failed(file, "download_endless");
      }
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, file.received + at);
        at += bytesWritten;
      }
      hash.update(chunk);
      file.received += chunk.length;
      how.onNews(false);
    }
    if (!answer.complete || (file.size !== undefined && file.received < file.size))
      throw new Interrupted("it ended early");
    if (file.received < 4) throw failed(file, "download_not_gguf");
    file.size ??= file.received;
    return hash;
  } finally {
    answer.destroy();
  }
}

function rangeStart(range: string | undefined): number | undefined {
  const start = /^bytes (\d+)-/.exec(range ?? "")?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Of the whole file. */
function lengthOf(
  headers: { "content-range"?: string; "content-length"?: string },
  received: number,
): number | undefined {
  const total = /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
  if (total !== undefined) return Number(total);
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? received + length : undefined;
}

const nameOf = ({ path }: FileOnItsWay) => path.split("/").at(-1) ?? path;

const failed = (file: FileOnItsWay, reason: string) =>
  new KestrelError("download_failed", `${file.path}: ${reason}`, {
    name: nameOf(file),
    host: new URL(file.url).host,
    reason,
  });

function noRoom(file: FileOnItsWay, path: string): KestrelError {
  return new KestrelError("download_no_room", `no room for ${file.path}`, { name: nameOf(file), path });
}

const isFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(codeOf(error));
/** Whether an error is a failure of the connection, not of the disk. */
const isBroken = (error: unknown) => {
  const { syscall = "" } = error as NodeJS.ErrnoException;
  return (
    !["write", "open", "mkdir", "ftruncate", "fsync", "close"].includes(syscall) ||
    /^E(PIPE|CONN)/.test(codeOf(error))
  );
};
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";
