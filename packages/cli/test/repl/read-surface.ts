import type { Surface } from "../../src/repl/surface.ts";
import { atWords } from "../../src/terminal/at-words.ts";
import { workingRow } from "../../src/terminal/working-row.ts";

/** A screen that is read: every line that was printed on it, and what stands below the line now. */
export type ReadSurface = Surface & {
  readonly lines: string[];
  readonly below: string;
  readonly liveRows: readonly string[];
};

export function readSurface(): ReadSurface {
  const lines: string[] = [];
  let below = "";
  let live: string[] = [];
  const print = (text: string) => void lines.push(...text.split("\n"));
  return {
    lines,
    get below() {
      return below;
    },
    get liveRows() {
      return live;
    },
    byLine: false,
    wasPasted: () => false,
    size: { columns: 80, rows: 24 },
    draft: "",
    print,
    tell: (text) => print(atWords(text, 80)),
    stream: (words) => void lines.push(words),
    hint: (text) => {
      below = text;
    },
    work: (working) => {
      below = workingRow(working(), 80);
    },
    live: (rows) => {
      live = rows.map(({ text }) => text);
    },
    open() {},
    endStream() {},
    question() {},
    mark() {},
    putBack() {},
    clearLine() {},
    rereadHistory() {},
    pick: async () => undefined,
    outside: async (run) => void (await run()),
    close() {},
  };
}
