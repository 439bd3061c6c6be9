import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { Screen } from "../../src/terminal/screen.ts";

class FakeOutput extends EventEmitter {
  columns = 20;
  rows = 24;
  written: string[] = [];
  write(text: string): void {
    this.written.push(text);
    this.emit("written");
  }
}

const sequenceStart = "\u001b";
const aMove = new RegExp(`^${sequenceStart}\\[(\\d*)([A-Z])$`);
const erasedFromFirstColumn = new RegExp(`(?:\\r|\\[\\d*A)${sequenceStart}\\[J`);
const anyPiece = new RegExp(`${sequenceStart}\\[\\d*[A-Z]|[\\s\\S]`, "gu");

/** What a terminal of that width shows after these bytes, as far as a screen uses them. */
function shown(bytes: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let [row, column] = [0, 0];
  for (const [piece] of bytes.matchAll(anyPiece)) {
    const [, count = "", move] = aMove.exec(piece) ?? [];
    const by = Number(count || 1);
    if (move === "A") row = Math.max(0, row - by);
    else if (move === "C") column += by;
    else if (move === "J") {
      rows.length = row + 1;
      rows[row]?.splice(column);
    } else if (move === "K") rows[row]?.splice(column);
    else if (piece === "\r") column = 0;
    else if (piece === "\n") [row, column] = [row + 1, 0];
    else {
      if (column === columns) [row, column] = [row + 1, 0];
      rows[row] ??= [];
      (rows[row] ?? [])[column++] = piece;
    }
    rows[row] ??= [];
  }
  return rows.map((cells) =>
    Array.from(cells, (cell) => cell ?? " ")
      .join("")
      .trimEnd(),
  );
}

async function drawn(draw: (screen: Screen) => void, times = 1): Promise<string[]> {
  const output = new FakeOutput();
  const screen = new Screen(output, (_, text) => text);
  for (let time = 0; time < times; time++) {
    const before = output.written.length;
    draw(screen);
    await vi.waitUntil(() => output.written.length > before);
  }
  return shown(output.written.join(""), output.columns);
}

const foot = (text: string, hint = "") => ({
  hint,
  asks: false,
  mark: "› ",
  characters: [...text],
  cursor: text.length,
});

describe("a screen whose text only grows", () => {
  it("is never erased from a first column: tmux would move a screen erased from its corner into the scrollback", async () => {
    const output = new FakeOutput();
    const screen = new Screen(output, (_, text) => text);
    for (const draft of ["a", "ab"]) {
      screen.show(foot(draft, "a hint"));
      await new Promise((resolve) => output.once("written", resolve));
    }
    screen.close();
    expect(shown(output.written.join(""), 20)).toEqual([""]);
    for (const written of output.written) expect(written).not.toMatch(erasedFromFirstColumn);
  });

  it("shows what is printed in the middle of a sentence below it, and gives it its place when the sentence is over", async () => {
    const steps: ((screen: Screen) => void)[] = [
      (screen) => screen.stream("One. Two is lo"),
      (screen) => screen.print("help\nof two rows"),
      (screen) => screen.stream("ng. Three"),
      (screen) => screen.stream(" goes on"),
    ];
    const at = (count: number) => {
      let step = 0;
      return drawn((screen) => {
        screen.show(foot("typed"));
        steps[step++]?.(screen);
      }, count);
    };
    const help = ["\u2400", "of two rows"].map((row, index) =>
      index === 0 ? expect.stringContaining("help") : row,
    );
    expect(await at(2)).toEqual(["One. Two is lo", ...help, "› typed"]);
    expect(await at(4)).toEqual(["One. Two is long.", ...help, "Three goes on", "› typed"]);
  });

  it("prints at once between two sentences, behind the last one, and where somebody waits for it", async () => {
    const shown = vi.fn();
    expect(
      await drawn((screen) => {
        screen.stream("All said. ");
        screen.print("a line");
        screen.stream("More");
        screen.endStream();
        screen.print("behind it");
        screen.stream("In the mid");
        screen.print("held");
        screen.print("a question", shown);
      }),
    ).toEqual(["All said.", "a line", "More", "behind it", "In the mid", "held", "a question", ""]);
    expect(shown).toHaveBeenCalledOnce();
  });

  it("holds no more rows back than a terminal can show, and prints all of them", async () => {
    const help = Array.from({ length: 40 }, (_, row) => `row ${row}`);
    const output = new FakeOutput();
    const screen = new Screen(output, (_, text) => text);
    screen.stream("In the mid");
    screen.print(help.join("\n"));
    await vi.waitUntil(() => output.written.length > 0);
    expect(shown(output.written.join(""), 20).length).toBeLessThan(output.rows);
    screen.close();
    expect(shown(output.written.join(""), 20)).toEqual(["In the mid", ...help, ""]);
  });

  it("keeps the prompt below what is printed", async () => {
    let count = 0;
    const rows = await drawn((screen) => {
      screen.print(`line ${++count}`);
      screen.show(foot("typed", "busy"));
    }, 3);
    expect(rows).toEqual(["line 1", "line 2", "line 3", "busy", "› typed"]);
  });

  it("lets words grow in their line, however they come", async () => {
    const pieces = ["one two ", "three four five six", " seven\nnext", " line"];
    const rows = await drawn((screen) => {
      screen.stream(pieces.shift() ?? "");
      screen.show(foot("x"));
    }, 4);
    expect(rows).toEqual(["one two three four f", "ive six seven", "next line", "› x"]);
  });

  it("wraps exactly full rows without a gap", async () => {
    const pieces = ["a".repeat(20), "b".repeat(20), "\nend"];
    const rows = await drawn((screen) => {
      screen.stream(pieces.shift() ?? "");
      screen.show(foot(""));
    }, 3);
    expect(rows).toEqual(["a".repeat(20), "b".repeat(20), "end", "›"]);
  });

  it("takes its foot away when it closes", async () => {
    const output = new FakeOutput();
    const screen = new Screen(output, (_, text) => text);
    screen.stream("last words");
    screen.show(foot("draft", "hint"));
    await vi.waitUntil(() => output.written.length > 0);
    screen.close();
    expect(shown(output.written.join(""), 20)).toEqual(["last words", ""]);
    expect(output.listenerCount("resize")).toBe(0);
  });

  it("erases all that a narrower terminal made of its rows, before the news of its size came", async () => {
    let terminal = 40;
    class Narrowing extends FakeOutput {
      _refreshSize(): void {
        this.columns = terminal;
      }
    }
    const output = new Narrowing();
    const screen = new Screen(output, (_, text) => text);
    screen.show(foot("a line of thirty letters, or so", "a hint of more than twenty"));
    await new Promise((resolve) => output.once("written", resolve));
    terminal = 20;
    screen.show(foot("a line of thirty letters, or so"));
    await new Promise((resolve) => output.once("written", resolve));
    screen.close();
    // Two rows of the hint, and one of the prompt above the cursor's.
    expect(output.written[1]).toMatch(new RegExp(`^\\r${sequenceStart}\\[3A`));
  });
});
