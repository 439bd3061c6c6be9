import type { Surface } from "../../src/repl/surface.ts";

/** A screen that is read: every line that was printed on it, and what stands below the line now. */
export type ReadSurface = Surface & { readonly lines: string[]; readonly below: string };

export function readSurface(): ReadSurface {
  const lines: string[] = [];
  let below = "";
  const print = (text: string) => void lines.push(...text.split("\n"));
  return {
    lines,
    get below() {
      return below;
    },
    byLine: false,
    size: { columns: 80, rows: 24 },
    draft: "",
    print,
    tell: print,
    stream: (words) => void lines.push(words),
    hint: (text) => {
      below = text;
    },
    open() {},
    endStream() {},
    question() {},
    mark() {},
    putBack() {},
    outside: async (run) => void (await run()),
    close() {},
  };
}
