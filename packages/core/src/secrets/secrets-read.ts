import type { Entry } from "@kestrel/session-state";

/** Shorter values are words, numbers and switches that occur everywhere. */
const shortest = 6;

/** The values of `.env` files that calls of the session read, all treated as secrets: each verbatim and as JSON writes it. */
export function secretsRead({ timeline }: { timeline: Iterable<Entry> }): string[] {
  const known = new Set<string>();
  for (const entry of timeline) {
    if (entry.kind !== "tool" || entry.content === undefined) continue;
    const paths = [...(entry.subject?.paths ?? []), ...(entry.seen ?? [])].map(({ path }) => path);
    const named = paths.some((path) => envFile.test(path)) || envFile.test(entry.arguments);
    if (named)
      for (const value of valuesIn(entry.content)) known.add(value).add(JSON.stringify(value).slice(1, -1));
  }
  return [...known].sort((one, other) => other.length - one.length);
}

/** Whether a file's name marks all of its values as secrets. */
export function isEnvFile(path: string): boolean {
  return envFile.test(path);
}

const envFile = /(?:^|[\s/"'\\])\.env(?:\.[\w.-]+)?(?=$|[\s"'\\;|&)])/;

/** The values after `NAME=`, with or without quotes and a preceding line number. */
function* valuesIn(content: string): Generator<string> {
  for (const line of content.split("\n")) {
    const value = /^[^A-Za-z_]{0,16}(?:export )?[A-Za-z_]\w{0,100} ?= ?(.*)$/.exec(line)?.[1]?.trim() ?? "";
    const bare = /^(["'`])(.*)\1$/.exec(value)?.[2] ?? value;
    if (bare.length >= shortest) yield bare;
  }
}
