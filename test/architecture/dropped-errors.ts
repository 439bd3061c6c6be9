import type { Source } from "./violations.ts";

/**
 * Places that drop an error without looking at it; one line each. An error is looked at where its handler names it: it is narrowed by
 * its code, handed on, or reported (`passOver`, `reportUnexpected`, `report`). Where every error is expected, the line of the handler, or
 * the first line in its block, says why: `// expected: the file is not there`.
 */
export function droppedErrorsIn({ file, text }: Source): string[] {
  const lines = text.split("\n");
  const found = new Set<number>();
  for (const { index } of text.matchAll(/\bcatch \{|\.catch\(\s*(?:async )?\(\)/g)) found.add(index);
  for (const match of text.matchAll(/\bcatch \((\w+)(?:: [^)]*)?\) \{/g)) {
    const [, name = ""] = match;
    const block = inside(text, match.index + match[0].length - 1);
    if (!new RegExp(`\\b${name}\\b`).test(block)) found.add(match.index);
  }
  for (const { index } of text.matchAll(/\.then\(/g)) {
    const at = secondArgument(text, index + ".then".length);
    if (at !== undefined && /^\s*(?:async )?\(\)/.test(text.slice(at)))
      found.add(at + text.slice(at).search(/\S/));
  }
  return [...found]
    .sort((left, right) => left - right)
    .map((index) => text.slice(0, index).split("\n").length)
    .filter((line) => !isExcused(lines, line))
    .map((line) => `${file}:${line}: ${lines[line - 1]?.trim()}`);
}

const excuse = /\/\/ expected: \S/;

function isExcused(lines: readonly string[], line: number): boolean {
  const [here = "", next = ""] = lines.slice(line - 1, line + 1);
  return excuse.test(here) || (here.endsWith("{") && /^\s*\/\/ expected: \S/.test(next));
}

/** What stands between the bracket at `from` and the one that closes it. Texts with brackets in them end it early or late, which shows. */
function inside(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ("{([".includes(text.charAt(at))) depth++;
    else if ("})]".includes(text.charAt(at)) && --depth === 0) return text.slice(from + 1, at);
  }
  return text.slice(from + 1);
}

/** Where the second argument of a call begins, `from` being its opening bracket. */
function secondArgument(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text.charAt(at);
    if ("{([".includes(letter)) depth++;
    else if ("})]".includes(letter) && --depth === 0) return undefined;
    else if (letter === "," && depth === 1) return at + 1;
  }
  return undefined;
}
