import { plainLetters } from "@kestrel/text";

/**
 * Matches paths by name. A name has one or more parts, as in `.config/git/`: with a final `/` it is a folder and everything in it, at
 * any depth; without, a file. `*` matches anything within a part. Case, trailing blanks and Unicode form are ignored.
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

/** The name as a case- and form-insensitive file system treats it. */
function plainSpelling(part: string): string {
  return plainLetters(part).replace(/(?<![ .])[ .]+$/, "");
}
