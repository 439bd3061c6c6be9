import { cutToWidth } from "./cut-to-width.ts";
import { HeldLines } from "./held-lines.ts";
import { oneLine } from "./one-line.ts";
import { promptRows, rowsInView } from "./prompt-rows.ts";
import { rowsOfHint } from "./rows-of-hint.ts";
import type { Paint } from "./style.ts";
import { rowToTerminal, toTerminal } from "./to-terminal.ts";
import { charactersOf, widthOfCharacter } from "./width.ts";

type Output = {
  columns?: number;
  rows?: number;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
  /** Node's: asks the terminal for its size. A signal about a new size may still be on its way. */
  _refreshSize?(): void;
};

/** The rows below the text: the hint and the prompt. */
export type Foot = {
  /** Painted rows above the hint, each narrower than the terminal. */
  live?: readonly string[];
  /** Painted rows below the prompt, as narrow. */
  menu?: readonly string[];
  hint: string;
  /** The hint is a question, and must be noticed. */
  asks: boolean;
  mark: string;
  characters: readonly string[];
  cursor: number;
};

/** A reply that is laid out while it is streamed: final rows, and those that may change. */
export type Formatter = {
  add(words: string): void;
  finished(columns: number): string[];
  live(columns: number): string[];
  /** Ends the text as it is. */
  flush(columns: number): string[];
  /** The reply is complete. */
  end(columns: number): string[];
};

/** Colours are the only sequences left in terminal output. */
const aColour = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

/** Time between two redraws: a fast model streams more often than anyone can read. Milliseconds. */
const pace = 16;

/**
 * A terminal whose text grows into the scrollback, with a foot below that is redrawn. No alternate screen, no scroll regions:
 * only relative moves, so that it works over tmux and ssh.
 */
export class Screen {
  readonly #output: Output;
  readonly #paint: Paint;
  #foot: Foot = { hint: "", asks: false, mark: "", characters: [], cursor: 0 };
  /** Final text that is not written yet. */
  #finished = "";
  /** The unfinished last line of the text; at most one row of it. */
  #open = "";
  /** The open line continues a full row. */
  #continues = false;
  #formatter: Formatter | undefined;
  /** Lines printed within a sentence: shown below it, and moved into the text when the sentence ends. */
  readonly #held = new HeldLines();
  /** The rows drawn below the final text, and where the cursor stands in them. */
  #drawn: Drawn = nothingDrawn;
  #timer: NodeJS.Timeout | undefined;
  #isDrawn = false;
  #paused = false;
  #whenDrawn: (() => void)[] = [];
  readonly #onResize = () => this.#later();

  constructor(output: Output, paint: Paint) {
    this.#output = output;
    this.#paint = paint;
    output.on("resize", this.#onResize);
  }

  /** Sets the formatter of streamed text. */
  format(formatter: Formatter): void {
    this.#formatter = formatter;
  }

  /**
   * Adds whole lines to the text, between two sentences of the stream. They may contain colours. `shown` is called when they are sent
   * to the terminal. With `shown` the lines do not wait for the end of a sentence.
   */
  print(text: string, shown?: () => void): void {
    if (!shown && this.#held.keep(text)) {
      this.#later();
      return;
    }
    this.#breakStream();
    this.endLine();
    if (shown) this.#whenDrawn.push(shown);
    this.#finished += `${toTerminal(text)}\n`;
    this.#later();
  }

  /** Adds text to the last line. */
  stream(words: string): void {
    this.#held.stream(words, { add: (part) => this.#add(part), endStream: () => this.#breakStream() });
    this.#later();
  }

  /** Ends the stream, even within a sentence, and prints the lines that waited for it. */
  endStream(): void {
    if (this.#formatter) this.#finish(this.#formatter.end(this.#columns));
    this.#breakStream();
    this.#later();
  }

  #breakStream(): void {
    const held = this.#held.release();
    if (held.length === 0) return;
    this.endLine();
    for (const text of held) this.#finished += `${toTerminal(text)}\n`;
    this.#later();
  }

  #add(words: string): void {
    this.#held.said(words);
    if (this.#formatter) {
      this.#formatter.add(words);
      return;
    }
    const lines = (this.#open + words.replaceAll("\t", "    ")).split("\n");
    this.#open = lines.pop() ?? "";
    for (const line of lines) this.#finished += `${toTerminal(line)}\n`;
    if (lines.length > 0) this.#continues = false;
    this.#keepOneRow();
  }

  /** Ends the last line if it is still open. */
  endLine(): void {
    const formatter = this.#formatter;
    if (formatter) this.#finish([...formatter.finished(this.#columns), ...formatter.flush(this.#columns)]);
    this.#continues = false;
    if (this.#open !== "") this.#finished += `${toTerminal(this.#open)}\n`;
    this.#open = "";
  }

  #finish(rows: readonly string[]): void {
    for (const row of rows) {
      const shown = rowToTerminal(row);
      this.#finished += shown;
      this.#continues = !shown.endsWith("\n");
    }
  }

  /** Resolves when everything is on the terminal. */
  drawn(): Promise<void> {
    return new Promise((resolve) => this.#whenDrawn.push(resolve));
  }

  show(foot: Foot): void {
    this.#foot = foot;
    this.#later();
  }

  /** Clears the visible part; the scrollback stays. */
  clear(): void {
    this.#output.write("\x1b[H\x1b[2J");
    this.#drawn = nothingDrawn;
    this.#later();
  }

  /** Another program has the terminal until `resume`. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#output.write(this.#erasure());
    this.#drawn = nothingDrawn;
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#later();
  }

  /** Writes everything except the foot, and releases the terminal. */
  close(): void {
    this.#output.off("resize", this.#onResize);
    clearTimeout(this.#timer);
    this.endStream();
    clearTimeout(this.#timer);
    this.endLine();
    this.#output.write(this.#erasure() + this.#finished);
    this.#finished = "";
  }

  #later(): void {
    if (this.#paused) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#draw();
      },
      // The first prompt waits for nothing.
      this.#isDrawn ? pace : 0,
    );
  }

  get #columns(): number {
    return Math.max(20, this.#output.columns ?? 80);
  }

  /** Full rows are final: the terminal wraps after them itself, so that copied text has no added line breaks. */
  #keepOneRow(): void {
    const columns = this.#columns;
    let [row, width] = ["", 0];
    for (const character of charactersOf(toTerminal(this.#open))) {
      const wide = widthOfCharacter(character);
      if (width + wide > columns) {
        this.#finished += row;
        this.#continues = true;
        [row, width] = ["", 0];
        this.#open = "";
      }
      row += character;
      width += wide;
    }
    if (this.#open === "") this.#open = row;
  }

  #draw(): void {
    this.#output._refreshSize?.();
    const { hint, asks, mark, characters, cursor, live = [], menu = [] } = this.#foot;
    const columns = this.#columns;
    const most = Math.max(3, Math.floor((this.#output.rows ?? 24) / 2));
    const prompt = rowsInView(promptRows(mark, characters, cursor, columns), most);
    const rows: { plain: string; painted: string }[] = [];
    const add = (plain: string, painted = plain) => rows.push({ plain, painted });
    const formatter = this.#formatter;
    if (formatter) this.#finish(formatter.finished(columns));
    const height =
      (this.#output.rows ?? 24) - prompt.rows.length - live.length - menu.length - rowsBesideText;
    const addPainted = (row: string) => add(toTerminal(row).replace(aColour, ""), toTerminal(row));
    if (formatter)
      for (const row of lastRows(formatter.live(columns), columns, height)) add(row.plain, row.painted);
    if (this.#open !== "") add(toTerminal(this.#open));
    for (const row of this.#heldRows(Math.max(2, most - prompt.rows.length))) add(row.plain, row.painted);
    live.forEach(addPainted);
    if (hint !== "") {
      // All choices of a question are shown.
      const lines = asks ? rowsOfHint(oneLine(hint), columns - 1) : [cutToWidth(oneLine(hint), columns - 1)];
      for (const line of lines) add(line, toTerminal(this.#paint(asks ? "yellow" : "dim", line)));
    }
    const promptStart = rows.length;
    for (const row of prompt.rows)
      add(row.mark + row.text, toTerminal(this.#paint("cyan", row.mark) + row.text));
    menu.forEach(addPainted);
    const cursorRow = promptStart + prompt.cursor.row;
    const up = rows.length - 1 - cursorRow;
    this.#output.write(
      `${this.#erasure()}${this.#finished}${rows.map(({ painted }) => painted).join("\n")}` +
        `${up > 0 ? `\x1b[${up}A` : ""}\r${prompt.cursor.column > 0 ? `\x1b[${prompt.cursor.column}C` : ""}`,
    );
    this.#isDrawn = true;
    this.#finished = "";
    for (const shown of this.#whenDrawn.splice(0)) shown();
    const { column: cursorColumn } = prompt.cursor;
    const plain = rows.map((row) => row.plain);
    this.#drawn = { rows: plain, cursorRow, cursorColumn, continues: this.#continues };
  }

  /** The lines waiting for the end of a sentence, in at most `most` terminal rows. */
  #heldRows(most: number): { plain: string; painted: string }[] {
    const columns = this.#columns;
    const rows: { plain: string; painted: string }[] = [];
    let room = most;
    for (const line of this.#held.waiting.flatMap((text) => text.split("\n"))) {
      const painted = toTerminal(line);
      const plain = painted.replace(aColour, "");
      room -= rowsTaken(plain, columns);
      if (room < 1) return [...rows, { plain: "…", painted: "…" }];
      rows.push({ plain, painted });
    }
    return rows;
  }

  /**
   * Erases from the first drawn row down. A terminal made narrower has wrapped the rows, the cursor's too. The first row is erased from its second column, and
   * its first column after that: tmux moves a screen that is erased from its corner into the scrollback. A row that continues a full one
   * keeps its first column: without it tmux no longer joins the two as one line.
   */
  #erasure(): string {
    const { rows, cursorRow, cursorColumn, continues } = this.#drawn;
    const columns = this.#columns;
    const before = rowsTaken(rows[cursorRow] ?? "", columns, cursorColumn) - 1;
    const above = rows.slice(0, cursorRow).reduce((sum, row) => sum + rowsTaken(row, columns), before);
    return `\r${above > 0 ? `\x1b[${above}A` : ""}\x1b[1C\x1b[J\r${continues ? "" : "\x1b[K"}`;
  }
}

type Drawn = { rows: readonly string[]; cursorRow: number; cursorColumn: number; continues: boolean };

const nothingDrawn: Drawn = { rows: [], cursorRow: 0, cursorColumn: 0, continues: false };

/** Rows reserved beside streamed text, such as the hint and the row above. */
const rowsBesideText = 4;

/** Terminal rows of a line, or of its first `most` columns: a wide character that does not fit at the end of a row begins the next. */
function rowsTaken(line: string, columns: number, most = Number.POSITIVE_INFINITY): number {
  let rows = 1;
  let used = 0;
  let all = 0;
  for (const character of charactersOf(line)) {
    const wide = widthOfCharacter(character);
    all += wide;
    if (all > most) break;
    if (used + wide > columns) [rows, used] = [rows + 1, 0];
    used += wide;
  }
  return rows;
}

/** The last lines that fit into `most` rows; of one taller line, its end. */
function lastRows(
  lines: readonly string[],
  columns: number,
  most: number,
): { plain: string; painted: string }[] {
  const rows: { plain: string; painted: string }[] = [];
  let room = Math.max(1, most);
  for (const line of lines.toReversed()) {
    const painted = toTerminal(line);
    const plain = painted.replace(aColour, "");
    const taken = rowsTaken(plain, columns);
    if (taken <= room) rows.unshift({ plain, painted });
    else if (rows.length === 0) {
      const end = charactersOf(plain)
        .slice(-Math.floor((room * columns) / 2))
        .join("");
      rows.unshift({ plain: end, painted: end });
    }
    room -= taken;
    if (room <= 0) break;
  }
  return rows;
}
