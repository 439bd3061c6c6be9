import type { Say } from "../i18n/say.ts";
import type { PaintedLine } from "../terminal/painted-line.ts";

/** Lines of a running command's output kept for the screen; the log has more. */
const mostKept = 500;

/** The newest output of a running command, and its number of lines. */
export class LiveOutput {
  readonly #kept: string[] = [];
  #open = "";
  #lines = 0;

  add(delta: string): void {
    // A carriage return restarts the row, as in progress bars.
    const lines = (this.#open + delta).replaceAll("\r\n", "\n").split("\n");
    this.#open = (lines.pop() ?? "").slice(-10_000);
    for (const line of lines) this.#kept.push(lastWritten(line));
    this.#lines += lines.length;
    this.#kept.splice(0, this.#kept.length - mostKept);
  }

  /** The newest lines, at most `most`, and a row with the count. That row is not spent on a single line, which is shown instead. */
  rows(most: number, say: Say): PaintedLine[] {
    const open = lastWritten(this.#open);
    const all = open === "" ? this.#kept : [...this.#kept, open];
    const total = this.#lines + (open === "" ? 0 : 1);
    if (total === 0) return [];
    const shown = all.slice(total === most + 1 ? -total : -most);
    const rows = shown.map(
      (line): PaintedLine => ({ text: `    ${line.replaceAll("\t", "    ")}`, ink: "dim" }),
    );
    if (total <= shown.length) return rows;
    return [...rows, { text: `    ${say("view.outputOf", { shown: shown.length, total })}`, ink: "dim" }];
  }
}

const lastWritten = (line: string): string =>
  line.slice(line.lastIndexOf("\r", line.length - 2) + 1).trimEnd();
