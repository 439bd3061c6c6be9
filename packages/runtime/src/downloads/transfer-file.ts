import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { openAddress } from "./open-address.ts";
import { type FilePlan, refusalOf, unreached } from "./plan-download.ts";

/** A file being downloaded; its metadata is updated in place. */
export type FileOnItsWay = FilePlan & {
  received: number;
  /** The last host's ETag for the content. */
  etag?: string;
  /** It is complete, and its checksum matched if one is known. */
  whole?: true;
  /** A file of this name and size existed before the download. */
  found?: true;
};

export type Transfer = {
  signal: AbortSignal;
  token?: string;
  /** The environment variable named in the message about a missing token. */
  variable: string;
  /** Called as bytes arrive; `checking` while existing bytes are verified. */
  onNews(checking: boolean): void;
  /** Called when a response begins. Resolves with the bytes available on this disk. Rejects when it is full. */
  room(): Promise<number>;
  /** Milliseconds of the first pause after a broken connection; doubled after each failure without data. */
  firstPauseMs: number;
  silenceMs: number;
};

/** Broken connections in a row without data. */
const mostFailures = 5;

/** The magic bytes of a GGUF file. */
const mark = "GGUF";

/** The path of an incomplete file. */
export const partOf = (path: string): string => `${path}.part`;

/** The connection broke, or the server is busy: the request is retried. */
class Interrupted extends Error {}

/**
 * Downloads one file into `path`.part, resuming it, and verifies its SHA-256. Rejects with `download_refused`, `download_auth`,
 * `download_no_room` or `download_failed`; a file with a wrong checksum is deleted, everything else is kept.
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

/** Verifies an existing file's checksum. False: it is a different or damaged file. */
export async function checkFile(file: FileOnItsWay, path: string, how: Transfer): Promise<boolean> {
  if (file.sum !== undefined && (await hashOf(path, how)).digest("hex") !== file.sum) return false;
  file.received = file.size ?? 0;
  file.whole = true;
  return true;
}

/** Some writable targets cannot be synced; that does not fail a download. */
function passOverDevice(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL") throw error;
}

/** Prevents mixing two files' bytes: either the checksum is verified at the end, or the host's strong ETag is compared. */
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
      // The file has changed, or the host always sends it from the start.
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
      // A first chunk may be shorter than the magic bytes.
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

/** Bytes of the whole file. */
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
