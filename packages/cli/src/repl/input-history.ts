import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { absent, reportUnexpected } from "@kestrel/diagnostics";

/** Lines kept per folder. */
const most = 500;

/** The input history of one folder, in a file that only its owner can read. Errors of the file are ignored. */
export class InputHistory {
  readonly #fileOf: () => string;
  #read: string[] | undefined;
  /** How many lines back from the newest one. */
  #back = 0;
  /** The line before history was opened. */
  #draft = "";

  /** The file is read at first use: no prompt waits for it. */
  constructor(fileOf: () => string) {
    this.#fileOf = fileOf;
  }

  get #file(): string {
    return this.#fileOf();
  }

  get #lines(): string[] {
    this.#read ??= storedIn(this.#file);
    return this.#read;
  }

  /** Adds a line; a repetition of the last one is skipped. */
  add(line: string): void {
    if (line.trim() !== "" && line !== this.#lines.at(-1)) {
      this.#lines.push(line);
      this.#store(line);
    }
    this.#back = 0;
    this.#draft = "";
  }

  /** Reads the file again, after lines were erased in it. */
  reread(): void {
    this.#read = undefined;
    this.#back = 0;
  }

  /** The previous line; undefined when there is none. `current` is restored at the end. */
  older(current: string): string | undefined {
    if (this.#back === this.#lines.length) return undefined;
    if (this.#back === 0) this.#draft = current;
    return this.#lines.at(-++this.#back);
  }

  newer(): string | undefined {
    if (this.#back === 0) return undefined;
    return --this.#back === 0 ? this.#draft : this.#lines.at(-this.#back);
  }

  /** Lines that contain `words`, newest first, each once. */
  search(words: string, most: number): string[] {
    const wanted = words.toLowerCase();
    const found = this.#lines.filter((line) => line.toLowerCase().includes(wanted)).reverse();
    return [...new Set(found)].slice(0, most);
  }

  #store(line: string): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const text = `${JSON.stringify(line)}\n`;
      if (this.#lines.length > most * 2) {
        // From the file: lines may have been erased there.
        this.#read = [...storedIn(this.#file), line].slice(-most);
        const kept = this.#lines.map((one) => `${JSON.stringify(one)}\n`);
        writeFileSync(this.#file, kept.join(""), { mode: 0o600 });
      } else appendFileSync(this.#file, text, { mode: 0o600 });
      chmodSync(this.#file, 0o600);
    } catch (error) {
      reportUnexpected("keeping the history of lines", error);
      // The history is optional.
    }
  }
}

function storedIn(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n").flatMap(lineIn);
  } catch (error) {
    absent(error);
    return [];
  }
}

function lineIn(text: string): string[] {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === "string" ? [line] : [];
  } catch {
    // expected: half a line, from a program that ended during the write
    return [];
  }
}
