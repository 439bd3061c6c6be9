import { closeSync, constants, openSync, writeSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";

/** UTF-16 units that may wait for a slow disk; the rest is dropped and counted. */
const mostWaiting = 512 * 1024;

/** Windows has neither. A link or a pipe in the file's place is neither followed nor waited for. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW | O_NONBLOCK;

/** Where the lines of a bounded file are, the oldest first. */
export function partsOf(file: string): [string, string, string] {
  return [`${file}.2`, `${file}.1`, file];
}

/**
 * A file of whole lines up to a size; then it is renamed to `.1`, and `.1` to `.2`, replacing that one. For this user alone (0600).
 * A full, slow or read-only disk costs lines and nothing else: no method throws, and the number of lost lines is written with the
 * next line that succeeds.
 *
 * Several processes may write to one file: each write is one append. Two that rotate in the same moment lose `.2` early.
 */
export class BoundedFile {
  readonly path: string;
  readonly #mostBytes: number;
  readonly #lostLine: (count: number) => string;
  #waiting: string[] = [];
  #units = 0;
  #lost = 0;
  /** The last write failed, perhaps in the middle of a line. */
  #torn = false;
  #writing: Promise<void> | undefined;

  /** `lostLine`: the line that replaces so many lost ones. */
  constructor(path: string, mostBytes: number, lostLine: (count: number) => string) {
    this.path = path;
    this.#mostBytes = mostBytes;
    this.#lostLine = lostLine;
  }

  /** Takes one line with its line break. Returns at once; the file has it soon. */
  write(line: string): void {
    if (this.#units + line.length > mostWaiting) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#units += line.length;
    this.#writing ??= this.#drain();
  }

  /** Writes what waits and this line before it returns, for a process that is about to end. */
  writeNow(line: string): void {
    const lines = [...this.#take(), line];
    try {
      const file = openSync(this.path, flags, 0o600);
      try {
        writeSync(file, this.#joined(lines));
      } finally {
        closeSync(file);
      }
    } catch {
      // expected: as below. Without a file there is no place to report it.
      this.#lost += lines.length;
      this.#torn = true;
    }
  }

  /** Resolves when all that was taken is written or lost. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // Lines of one moment share a write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const lines = this.#take();
      const lost = this.#lost;
      try {
        await this.#append(this.#joined(lines));
        // More may have been lost meanwhile.
        this.#lost -= lost;
        this.#torn = false;
      } catch {
        // expected: a full or read-only disk. The count reports it at the next successful write.
        this.#lost += lines.length;
        this.#torn = true;
      }
    }
    this.#writing = undefined;
  }

  async #append(text: string): Promise<void> {
    let file = await open(this.path, flags, 0o600);
    try {
      const bytes = Buffer.from(text);
      if ((await sizeOf(file)) + bytes.length > this.#mostBytes) {
        await file.close();
        await this.#rotate();
        file = await open(this.path, flags, 0o600);
      }
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten !== bytes.length)
        throw new Error(`${bytesWritten} of ${bytes.length} bytes were written`);
    } finally {
      await file.close();
    }
  }

  async #rotate(): Promise<void> {
    const [oldest, older, newest] = partsOf(this.path);
    await rename(older, oldest).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(newest, older);
  }

  #take(): string[] {
    this.#units = 0;
    return this.#waiting.splice(0);
  }

  #joined(lines: readonly string[]): string {
    const lost = this.#lost > 0 ? this.#lostLine(this.#lost) : "";
    return `${this.#torn ? "\n" : ""}${lost}${lines.join("")}`;
  }
}

/** Rejects unless it is a regular file. */
async function sizeOf(file: FileHandle): Promise<number> {
  const facts = await file.stat();
  if (!facts.isFile()) throw new Error("not a file");
  return facts.size;
}
