import { plainLetters } from "@kestrel/text";

/**
 * Tells places by name. A name is one or more parts, as in `.config/git/`: with `/` at its end it is a folder and everything in
 * it, wherever it lies; without, a file. `*` stands for anything within a part. Case, trailing blanks and Unicode spelling do not matter.
 */
export function placeNames(names: readonly string[]): (path: string) => boolean {
  const known = names.map((name) => ({
    folder: name.endsWith("/"),
    parts: name.replace(/\/$/, "").split("/").map(partPattern),
  }));
  return (path) => {
    const parts = path.split(/[\\/]/).map(plainSpelling).filter(Boolean);
    return known.some(({ folder, parts: wanted }) => {
      const last = parts.length - wanted.length;
      for (let from = folder ? 0 : last; from >= 0 && from <= last; from += 1) {
        if (wanted.every((matches, at) => matches(parts[from + at] ?? ""))) return true;
      }
      return false;
    });
  };
}

function partPattern(part: string): (name: string) => boolean {
  const wanted = part.toLowerCase();
  const [before = "", after] = wanted.split("*");
  if (after === undefined) return (name) => name === wanted;
  return (name) =>
    name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

/** What a forgiving file system would make of the name. */
function plainSpelling(part: string): string {
  return plainLetters(part).replace(/(?<![ .])[ .]+$/, "");
}
