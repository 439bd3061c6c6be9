import { constants } from "node:fs";
import { KestrelError, type LogCheckpoint } from "@kestrel/core";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { EventBody, LogDamage, SessionEvent } from "@kestrel/protocol";
import { openRegular } from "../files/open-regular.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-file.ts";
import { findTail, type LogTail } from "./find-tail.ts";
import { keepTornTail } from "./keep-torn-tail.ts";
import { LogFile, unwritable } from "./log-file.ts";
import { readLog } from "./read-log.ts";
import { mustBeOnDisk, stamp } from "./stamp.ts";
import type { StoredLog } from "./stored-log.ts";

/** A queued append. */
type Waiting = {
  bodies: readonly EventBody[];
  resolve(events: readonly SessionEvent[]): void;
  reject(reason: unknown): void;
};

/** An offset is stored every so many events, so that reading on from a number need not begin at the first byte. */
const markEvery = 512;
/** Bytes since the last checkpoint after which a new one is made; fewer are folded in negligible time. */
const worthKeeping = 1 << 20;
/** Characters after which a batch is written without taking more. */
const batchSize = 8_000_000;

/** A session's log in one JSONL file. Appends that wait together share one write and one fdatasync. */
export class JsonlEventLog implements StoredLog {
  readonly #file: LogFile;
  readonly #now: () => Date;
  readonly #marks = new Map<number, number>();
  #lastSeq: number;
  /** Bytes of an unfinished tail that must be quarantined before anything is appended. */
  #torn: number;
  /** Quarantined bytes that `log.repaired` has not reported yet. */
  #unreported = 0;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** The content is not Kestrel's, so nothing may be appended. */
  readonly #foreign: boolean;
  #damage: LogDamage | undefined;
  /** What the current checkpoint was made of. */
  #kept: { seq: number; bytes: number } | undefined;
  #keeping = false;

  private constructor(file: LogFile, tail: LogTail, now: () => Date) {
    this.#file = file;
    this.#lastSeq = tail.lastSeq;
    this.#foreign = tail.foreign === true;
    this.#torn = this.#foreign ? 0 : tail.torn;
    this.#now = now;
  }

  /**
   * Opens an existing file; one that cannot be written (a full or read-only disk) can still be read. A torn tail is quarantined at once; if
   * that fails (a full disk), the log can be read, and the first append tries again.
   */
  static async open(path: string, now: () => Date = () => new Date()): Promise<JsonlEventLog> {
    const { O_RDWR, O_APPEND, O_RDONLY } = constants;
    const handle = await openRegular(path, O_RDWR | O_APPEND).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EROFS" && cause.code !== "EACCES") throw cause;
      return openRegular(path, O_RDONLY);
    });
    const tail = await findTail(handle, (await handle.stat()).size).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    const log = new JsonlEventLog(new LogFile(path, handle, tail.end), tail, now);
    await log.#mendTail().catch(passOver("mending a log"));
    return log;
  }

  append(bodies: readonly EventBody[]): Promise<readonly SessionEvent[]> {
    if (this.#closing) return Promise.reject(new KestrelError("log_unwritable", "the log is closed"));
    if (bodies.length === 0) return Promise.resolve([]);
    if (this.#foreign)
      return Promise.reject(new KestrelError("log_damaged", "its end was not written by Kestrel"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bodies, resolve, reject });
      this.#writing ??= this.#writeWaiting();
    });
  }

  read(after = 0): AsyncGenerator<SessionEvent> {
    const kept = this.#kept;
    const resumes = kept !== undefined && after === kept.seq;
    const start = resumes ? kept.bytes : this.#startOf(after + 1);
    const stretch = {
      after,
      start,
      before: resumes ? kept.seq : 0,
      end: this.#file.end,
      met: ({ seq, offset }: { seq: number; offset: number }) => {
        if (seq % markEvery === 0) this.#marks.set(seq, offset);
        if (seq > this.#lastSeq) this.#lastSeq = seq;
      },
      done: ({ lines, missing }: LogDamage) => {
        const broken = lines + (this.#foreign ? 1 : 0);
        if (start === 0 || resumes)
          this.#damage = broken + missing > 0 ? { lines: broken, missing } : undefined;
      },
    };
    return readLog(this.#file.path, stretch);
  }

  /** The log's checkpoint, for programs of one build. */
  checkpointFor(build: string): LogCheckpoint {
    return { load: () => this.#load(build), keep: (seq, pieces) => this.#keep(build, seq, pieces) };
  }

  async #load(build: string): Promise<readonly unknown[] | undefined> {
    const read = await readCheckpoint(this.#file.path, build);
    // A log that was shortened is read whole.
    if (!read || read.head.bytes > this.#file.end || read.head.seq > this.#lastSeq) return undefined;
    const { seq, bytes, marks } = read.head;
    this.#kept = { seq, bytes };
    for (const [number, offset] of marks) this.#marks.set(number, offset);
    return read.pieces;
  }

  async #keep(build: string, seq: number, pieces: () => Iterable<unknown>): Promise<void> {
    const bytes = this.#file.end;
    // A damaged or foreign log gets no checkpoint; and only one is written at a time.
    const whole = seq === this.#lastSeq && this.#torn + this.#unreported === 0 && !this.#foreign;
    if (!whole || this.#damage || this.#keeping || bytes - (this.#kept?.bytes ?? 0) < worthKeeping) return;
    this.#keeping = true;
    const marks = [...this.#marks].filter(([, offset]) => offset < bytes);
    try {
      await writeCheckpoint(this.#file.path, build, { head: { seq, bytes, marks }, pieces: pieces() });
      this.#kept = { seq, bytes };
    } catch (error) {
      reportUnexpected("keeping a checkpoint", error);
    } finally {
      this.#keeping = false;
    }
  }

  damage(): LogDamage | undefined {
    return this.#damage;
  }

  close(): Promise<void> {
    this.#closing ??= Promise.resolve(this.#writing).then(() => this.#file.close());
    return this.#closing;
  }

  async #writeWaiting(): Promise<void> {
    // Everything appended in this tick goes into the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const taken = this.#waiting;
      this.#waiting = [];
      for (let from = 0; from < taken.length; ) from = await this.#writeBatch(taken, from);
    }
    this.#writing = undefined;
  }

  /** Writes what fits into one batch, settles it, and returns where the next one begins. Never rejects. */
  async #writeBatch(taken: readonly Waiting[], from: number): Promise<number> {
    const accepted: { append: Waiting; events: readonly SessionEvent[] }[] = [];
    const lines: string[] = [];
    let next = from;
    try {
      await this.#mendTail();
    } catch (cause) {
      taken[from]?.reject(unwritable(this.#file.path, cause));
      return from + 1;
    }
    const at = this.#now().toISOString();
    let seq = this.#lastSeq;
    for (let size = 0; next < taken.length && size < batchSize; next++) {
      const append = taken[next];
      if (!append) continue;
      try {
        const stamped = stamp(append.bodies, seq, at);
        accepted.push({ append, events: stamped.events });
        for (const line of stamped.lines) {
          lines.push(line);
          size += line.length;
        }
        seq += stamped.events.length;
      } catch (cause) {
        append.reject(cause);
      }
    }
    try {
      const durable = accepted.some(({ events }) => events.some(mustBeOnDisk));
      if (lines.length > 0) await this.#write(lines, durable);
    } catch (cause) {
      for (const { append } of accepted) append.reject(cause);
      return next;
    }
    this.#lastSeq = seq;
    for (const { append, events } of accepted) append.resolve(events);
    return next;
  }

  async #write(lines: readonly string[], durable: boolean): Promise<void> {
    const begin = this.#file.end;
    await this.#file.write(Buffer.from(lines.join("")), durable);
    this.#mark(lines, begin);
  }

  #mark(lines: readonly string[], begin: number): void {
    const first = this.#lastSeq + 1;
    const toMark = (markEvery - (first % markEvery)) % markEvery;
    if (toMark >= lines.length) return;
    const before = lines.slice(0, toMark).join("");
    this.#marks.set(first + toMark, begin + Buffer.byteLength(before));
  }

  #startOf(seq: number): number {
    for (let mark = seq - (seq % markEvery); mark > 0; mark -= markEvery) {
      const offset = this.#marks.get(mark);
      if (offset !== undefined) return offset;
    }
    return 0;
  }

  async #mendTail(): Promise<void> {
    if (this.#torn > 0) {
      await keepTornTail(this.#file.path, this.#file.end, this.#torn);
      await this.#file.cut();
      this.#unreported = this.#torn;
      this.#torn = 0;
    }
    if (this.#unreported === 0) return;
    const repaired: EventBody = { type: "log.repaired", bytes: this.#unreported };
    const { lines } = stamp([repaired], this.#lastSeq, this.#now().toISOString());
    await this.#write(lines, true);
    this.#lastSeq += 1;
    this.#unreported = 0;
  }
}
