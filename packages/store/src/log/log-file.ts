import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { openRegular } from "../files/open-regular.ts";

/** A file that grows only by whole writes: a failed write is truncated, and the next one is tried afresh. */
export class LogFile {
  readonly path: string;
  #handle: FileHandle;
  #end: number;
  /** A write failed and part of it may still be in the file. */
  #failed = false;

  constructor(path: string, handle: FileHandle, end: number) {
    this.path = path;
    this.#handle = handle;
    this.#end = end;
  }

  /** The end of the last whole write, in bytes. Nothing after it may be read. */
  get end(): number {
    return this.#end;
  }

  /**
   * Appends the bytes in one write; when `durable`, resolves only after they are on disk. Rejects with `log_unwritable`, leaving the file
   * as it was.
   */
  async write(bytes: Buffer, durable: boolean): Promise<void> {
    try {
      if (this.#failed) await this.#startAfresh();
      const { bytesWritten } = await this.#handle.write(bytes, 0, bytes.length);
      if (bytesWritten !== bytes.length)
        throw new Error(`${bytesWritten} of ${bytes.length} bytes were written`);
      if (durable) await this.#handle.datasync();
    } catch (cause) {
      this.#failed = true;
      await this.#startAfresh().catch(passOver("opening a log anew"));
      throw unwritable(this.path, cause);
    }
    this.#end += bytes.length;
  }

  /** Truncates the file after the last whole write. */
  async cut(): Promise<void> {
    await this.#handle.truncate(this.#end);
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.datasync().catch(passOver("syncing a log"));
    await this.#handle.close().catch(passOver("closing a log"));
  }

  /** A new descriptor: after a failed fsync the old one would report success for pages the kernel has dropped. */
  async #startAfresh(): Promise<void> {
    await this.#handle.close().catch(passOver("closing a log"));
    this.#handle = await openRegular(this.path, constants.O_RDWR | constants.O_APPEND);
    const { size } = await this.#handle.stat();
    if (size < this.#end) throw new Error(`the file lost ${this.#end - size} bytes`);
    if (size > this.#end) await this.cut();
    this.#failed = false;
  }
}

/** The error for a failed write. */
export function unwritable(file: string, cause: unknown): KestrelError {
  if (cause instanceof KestrelError) return cause;
  const reason =
    (cause as NodeJS.ErrnoException).code ?? (cause instanceof Error ? cause.message : "unknown");
  return new KestrelError("log_unwritable", `cannot write ${file}: ${reason}`, { file, reason }, { cause });
}
