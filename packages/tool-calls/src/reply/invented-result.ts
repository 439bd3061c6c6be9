import { marksOf } from "../grammar/compile.ts";

/** The first line from `from` on that invents a call's result. Inside an open fence or JSON it is text. */
export function inventedResult(text: string, from = 0): number | undefined {
  const { results } = marksOf(undefined);
  for (let at = text.lastIndexOf("\n", Math.max(0, from - 1)) + 1; ; ) {
    const mark = /\S/.exec(text.slice(at, at + 80));
    results.lastIndex = at + (mark?.index ?? 0);
    if (mark && results.test(text) && !isOpen(text.slice(0, at))) return at;
    const next = text.indexOf("\n", at);
    if (next === -1) return undefined;
    at = next + 1;
  }
}

const isOpen = (before: string) =>
  /[,:{["]\s*$/.test(before.slice(-40)) || (before.match(/^ {0,3}`{3}/gm)?.length ?? 0) % 2 === 1;
