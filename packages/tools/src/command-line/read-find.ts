import type { ReadWords } from "./read-words.ts";

/** Tests of find without a value, and those with one. Excludes those that run, write, delete or follow links. */
const bare = new Set([
  "-empty",
  "-print",
  "-print0",
  "-not",
  "!",
  "-o",
  "-or",
  "-a",
  "-and",
  "-prune",
  "-readable",
]);
const valued = new Set(
  "-name -iname -path -ipath -type -maxdepth -mindepth -size -mtime -mmin -atime -ctime -perm -user".split(
    " ",
  ),
);

/** The paths that a `find` reads; undefined when it would do more than list them. */
export function readFind(words: readonly string[]): ReadWords | undefined {
  const first = words.findIndex((word) => word.startsWith("-") || word === "!");
  const paths = first < 0 ? words : words.slice(0, first);
  const tests = first < 0 ? [] : words.slice(first);
  for (let at = 0; at < tests.length; at++) {
    const word = tests[at] ?? "";
    if (bare.has(word)) continue;
    if (!valued.has(word)) return undefined;
    at++;
    if (at >= tests.length) return undefined;
  }
  return { paths, below: false, waits: false };
}
