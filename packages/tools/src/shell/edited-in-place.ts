import { join } from "node:path";
import type { SimpleCommand } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import { smallFile } from "../place/small-text.ts";

/** Programs that edit files in place, and the flag for it. */
const inPlace: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[nErsz]*i|--in-place)/,
  gsed: /^(?:-[nErsz]*i|--in-place)/,
  perl: /^-[a-zA-Z]*i/,
};

/** Bytes; a longer file is not compared. */
const longest = 1024 * 1024;
/** A line that names more files is not checked. */
const mostFiles = 8;

/**
 * Records the files that a line edits in place, and reports afterwards when none of them changed: a `sed` without a match succeeds
 * silently, and a small model takes that as done.
 */
export async function watchInPlace(
  commands: readonly SimpleCommand[] | undefined,
  folder: string,
): Promise<() => Promise<string | undefined>> {
  const named = (commands ?? []).flatMap(({ words: [program = "", ...rest] }) =>
    rest.some((word) => inPlace[program]?.test(word)) ? rest.filter((word) => !word.startsWith("-")) : [],
  );
  const before = new Map<string, Buffer>();
  for (const word of new Set(named)) {
    const bytes = await smallFile(join(folder, word), longest);
    if (bytes) before.set(word, bytes);
  }
  return async () => {
    if (before.size === 0 || before.size > mostFiles) return undefined;
    for (const [word, bytes] of before)
      if (!(await smallFile(join(folder, word), longest))?.equals(bytes)) return undefined;
    const names = [...before.keys()].map(visibleName).join(", ");
    return `[${names} ${before.size === 1 ? "is" : "are"} unchanged]`;
  };
}
