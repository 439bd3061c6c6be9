import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { Paint } from "../terminal/style.ts";
import { widthOf } from "../terminal/width.ts";

/** One choice: its label, what it does, the line it produces, and its preview. */
export type MenuItem = { label: string; help?: string; line: string; preview?: Preview };

/** Lines about a choice, loaded when it is first selected. */
export class Preview {
  readonly #ask: () => Promise<readonly string[]>;
  #asked: Promise<void> | undefined;
  lines: readonly string[] = [];

  constructor(ask: () => Promise<readonly string[]>) {
    this.#ask = ask;
  }

  look(): Promise<void> {
    this.#asked ??= this.#ask().then((lines) => {
      this.lines = lines;
    });
    return this.#asked;
  }
}

/** Rows of a preview. */
const mostPreviewed = 4;

/** Choices below the line. `how` explains the keys. */
export class LineMenu {
  readonly kind: "slash" | "path" | "history" | "pick";
  readonly items: readonly MenuItem[];
  readonly #how: string;
  #chosen = 0;
  /** The user moved the selection. */
  moved = false;

  constructor(kind: LineMenu["kind"], items: readonly MenuItem[], how: string) {
    this.kind = kind;
    this.items = items;
    this.#how = how;
  }

  get chosen(): MenuItem | undefined {
    return this.items[this.#chosen];
  }

  move(by: 1 | -1): void {
    this.moved = true;
    this.#chosen = (this.#chosen + by + this.items.length) % Math.max(1, this.items.length);
  }

  /** Rows narrower than `columns`, with at most `most` choices; the selected one is included. `more`: how many follow. */
  rows(columns: number, most: number, paint: Paint, more: (count: number) => string): string[] {
    const first = Math.max(0, Math.min(this.#chosen - most + 1, this.items.length - most));
    const shown = this.items.slice(first, first + most);
    const room = columns - 7;
    const widestHelp = Math.max(0, ...shown.map(({ help = "" }) => widthOf(oneLine(help))));
    const widest = Math.max(0, ...shown.map(({ label }) => widthOf(oneLine(label))));
    // A long label leaves room for its help.
    const width = Math.min(widest, Math.max(Math.floor(room / 2), room - widestHelp));
    const rows = shown.map(({ label, help = "" }, at) => {
      const isChosen = first + at === this.#chosen;
      const name = help === "" ? oneLine(label) : cutToWidth(oneLine(label), width);
      const text = `${name}${help === "" ? "" : `${" ".repeat(width - widthOf(name) + 2)}${oneLine(help)}`}`;
      const row = cutToWidth(`${isChosen ? "  ▸ " : "    "}${text}`, columns - 1);
      return isChosen ? paint("bold", row) : row;
    });
    const preview = (this.chosen?.preview?.lines ?? []).filter((line) => line.trim() !== "");
    const seen = preview
      .slice(0, mostPreviewed)
      .map((line) => paint("dim", cutToWidth(`      ${oneLine(line)}`, columns - 1)));
    const left = this.items.length - first - shown.length;
    const rest = left > 0 ? [paint("dim", cutToWidth(`    ${more(left)}`, columns - 1))] : [];
    return [...rows, ...rest, ...seen, paint("dim", cutToWidth(`  ${this.#how}`, columns - 1))];
  }
}
