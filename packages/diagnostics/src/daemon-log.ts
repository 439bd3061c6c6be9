import { join } from "node:path";
import type { DiagnosticEntry, DiagnosticLevel } from "@kestrel/protocol/api";
import { BoundedFile } from "./bounded-file.ts";
import { entryOf } from "./entry-of.ts";
import { type Reported, reports } from "./report.ts";

/** Bytes of one part of the log; there are three. */
const mostBytes = 1_048_576;

/** Entries a minute, so that a failure that repeats does not push the first one out of the file. */
const mostPerMinute = 120;

/** How long the end of a process waits for a slow disk. Milliseconds. */
const longestEnd = 1_000;

/** The least urgent level that is kept; `off` for none. */
export type KeptLevel = Exclude<DiagnosticLevel, "fatal"> | "off";

const ranks: readonly KeptLevel[] = ["off", "error", "info", "debug"];

/** The log of a data folder. */
export function logFileIn(folder: string): string {
  return join(folder, "daemon.log");
}

/** The logs that are open in this process, by their file. */
const open = new Map<string, DaemonLog>();

/**
 * Writes this process's reports to the log of a data folder, until it is closed as often as it was opened. Loads nothing and
 * creates no file before the first entry. `build` names the program, so that a stack can be read against its files.
 */
export function openDaemonLog(folder: string, build: string): DaemonLog {
  const file = logFileIn(folder);
  const log = open.get(file) ?? new DaemonLog(file, build, () => open.delete(file));
  open.set(file, log);
  log.hold();
  return log;
}

/** See `openDaemonLog`. No method throws, whatever becomes of the disk. */
export class DaemonLog {
  readonly #build: string;
  readonly #file: BoundedFile;
  readonly #onEnd: () => void;
  #level: KeptLevel = "error";
  #holders = 0;
  #minute = { since: performance.now(), entries: 0, over: 0 };
  #writer: Promise<(entry: DiagnosticEntry) => void> | undefined;

  constructor(path: string, build: string, onEnd: () => void) {
    this.#build = build;
    this.#onEnd = onEnd;
    this.#file = new BoundedFile(path, mostBytes, (count) => {
      const entry = this.#noted("diagnostics", `${count} entries about this one were lost`);
      return `${JSON.stringify(entry)}\n`;
    });
  }

  get file(): string {
    return this.#file.path;
  }

  hold(): void {
    this.#holders += 1;
    if (this.#holders > 1) return;
    reports.subscribe(this.#onReport);
    process.on("uncaughtExceptionMonitor", this.#onCrash);
  }

  /** Keeps entries of this level and of those that are more urgent. */
  keep(level: KeptLevel): void {
    this.#level = level;
  }

  /** An entry about what the daemon does, at the level `info`. */
  note(where: string, message: string): void {
    if (this.#keeps("info")) this.#write(() => this.#noted(where, message));
  }

  /** Resolves when all that was reported until now is written or lost. */
  async written(): Promise<void> {
    await this.#writer;
    await this.#file.settled();
  }

  /** Resolves when all reports so far are written; waits at most a second for the disk. */
  async close(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders === 0) {
      reports.unsubscribe(this.#onReport);
      process.off("uncaughtExceptionMonitor", this.#onCrash);
      this.#onEnd();
    }
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      late = setTimeout(resolve, longestEnd);
    });
    await Promise.race([this.written(), patience]);
    clearTimeout(late);
  }

  readonly #onReport = (reported: unknown) => {
    const one = reported as Reported;
    if (this.#keeps(one.level)) this.#write(() => entryOf(one, now(), this.#build));
  };

  readonly #onCrash = (error: unknown) => {
    if (this.#level === "off") return;
    const entry = entryOf({ level: "fatal", where: "process", error, ids: {} }, now(), this.#build);
    this.#file.writeNow(`${JSON.stringify(entry)}\n`);
  };

  #keeps(level: DiagnosticLevel): boolean {
    return level !== "fatal" && ranks.indexOf(level) <= ranks.indexOf(this.#level);
  }

  #noted(where: string, message: string): DiagnosticEntry {
    return { level: "info", time: now(), where, message, build: this.#build };
  }

  #write(make: () => DiagnosticEntry): void {
    const left = this.#leftOut();
    if (left > 0) this.#put(this.#noted("diagnostics", `${left} entries of a busy minute were left out`));
    this.#minute.entries += 1;
    if (this.#minute.entries <= mostPerMinute) this.#put(make());
    else this.#minute.over += 1;
  }

  /** Begins a new minute where the last one is over; how many entries that one had no room for. */
  #leftOut(): number {
    const at = performance.now();
    if (at - this.#minute.since < 60_000) return 0;
    const { over } = this.#minute;
    this.#minute = { since: at, entries: 0, over: 0 };
    return over;
  }

  /** The library that writes lines is loaded with the first of them. */
  #put(entry: DiagnosticEntry): void {
    this.#writer ??= import("./entry-writer.ts").then(({ entryWriter }) => entryWriter(this.#file));
    void this.#writer.then((write) => write(entry));
  }
}

function now(): string {
  return new Date().toISOString();
}
