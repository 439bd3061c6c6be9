import { atWords } from "./at-words.ts";
import { cutToWidth } from "./cut-to-width.ts";
import { oneLine } from "./one-line.ts";
import { rowsOfHint } from "./rows-of-hint.ts";
import { softWrapped } from "./soft-wrapped.ts";
import { canRewrite } from "./style.ts";
import { toTerminal } from "./to-terminal.ts";
import { charactersOf, widthOf } from "./width.ts";

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };
type PaintRow = (shown: string) => string;

/** Permanent lines, and below them rows that are rewritten in place; without a terminal those are not shown. */
export class RewritableLine {
  readonly #output: Output;
  readonly #rewrites: boolean;
  /** Widths of the rewritable rows on the screen. */
  #shown: number[] = [];

  constructor(output: Output, environment: Readonly<Record<string, string | undefined>>) {
    this.#output = output;
    this.#rewrites = canRewrite(output, environment);
  }

  /** Whether the current activity is shown; otherwise only permanent lines are. */
  get rewrites(): boolean {
    return this.#rewrites;
  }

  /** Writes a permanent line. */
  line(text: string): void {
    this.clear();
    this.#output.write(`${toTerminal(text)}\n`);
  }

  /** Writes a permanent line, wrapped between words at a terminal. */
  tell(text: string): void {
    this.line(this.#output.isTTY ? atWords(text, this.#columns) : text);
  }

  /** The same for words of the model, which are copied as they are. */
  quote(text: string): void {
    this.line(this.#rewrites ? softWrapped(text, this.#columns) : text);
  }

  /** Shows the current activity, in one row. */
  now(text: string, paint: PaintRow = (shown) => shown): void {
    this.#show([cutToWidth(oneLine(text), this.#columns - 1)], paint);
  }

  /** Shows all of a question's choices, and the end of the typed text after its own mark. */
  choices(text: string, typed: string | undefined, paint: PaintRow): void {
    const columns = this.#columns - 1;
    const rows = text === "" ? [] : rowsOfHint(oneLine(text), columns);
    if (typed !== undefined) rows.push(`› ${endOf(typed, columns - 3)}`);
    this.#show(rows.length > 0 ? rows : [""], paint);
  }

  clear(): void {
    this.#output.write(this.#erasure());
    this.#shown = [];
  }

  get #columns(): number {
    return Math.max(20, this.#output.columns ?? 80);
  }

  #show(rows: string[], paint: PaintRow): void {
    if (!this.#rewrites) return;
    const painted = rows.map((row) => toTerminal(paint(row))).join("\r\n");
    this.#output.write(`${this.#erasure() || "\r\x1b[2K"}${painted}`);
    this.#shown = rows.map(widthOf);
  }

  /** Erases the rewritable rows, from the cursor up. A terminal made narrower has wrapped them. */
  #erasure(): string {
    if (this.#shown.length === 0) return "";
    const rows = this.#shown.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / this.#columns)), 0);
    return `\r${rows > 1 ? `\x1b[${rows - 1}A` : ""}${rows > 1 ? "\x1b[J" : "\x1b[2K"}`;
  }
}

/** The end of a typed line that fits, where the cursor is. */
function endOf(text: string, columns: number): string {
  const characters = charactersOf(oneLine(text));
  let width = widthOf(text);
  let from = 0;
  while (width > columns && from < characters.length) width -= widthOf(characters[from++] ?? "");
  return characters.slice(from).join("");
}
