/** Characters that sh expands, and line ends: with one of these the files that a line runs cannot be read from it. */
const meansMore = /[$`\\*?[\]{}~;&|<>()\p{Cc}]/u;

/** Commands whose target is determined elsewhere: by another folder, other variables, or a nested line. */
const elsewhere: ReadonlySet<string> = new Set(["cd", "pushd", "env", "eval", "source"]);

const assignment = /^\w+\+?=/;

/**
 * The words of a line of sh as a program gets them; undefined when it is more than plain words. Quotes may enclose blanks: without `$` and
 * `\` sh only removes them.
 */
export function plainWords(line: string): readonly string[] | undefined {
  if (meansMore.test(line)) return undefined;
  const words = line.match(/(?:[^ '"]|'[^']*'|"[^"]*")+/g) ?? [];
  // The rest contains an unmatched quote.
  if (line.replace(/(?:[^ '"]|'[^']*'|"[^"]*")+/g, "").trim() !== "") return undefined;
  const plain = words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return plain.some((word, at) => !isPlain(word, at === 0)) ? undefined : plain;
}

/** Parts of a word that may name a file: the whole, the parts around `=`, `:`, `,` and `@`, and the value of a short option. */
export function partsOf(word: string): readonly string[] {
  const parts = [word, ...word.split(/\s+/), ...word.split(/[\s=:,@]+/)];
  return [...parts, ...parts.flatMap((part) => (/^-[A-Za-z]./.test(part) ? [part.slice(2)] : []))];
}

/** A word with blanks may be a command line itself, as after `sh -c`. */
function isPlain(word: string, first: boolean): boolean {
  if (/['"]/.test(word)) return false;
  const inner = word.trim().split(/\s+/);
  const [start = ""] = inner;
  if ((first || inner.length > 1) && (start === "." || assignment.test(start))) return false;
  return !inner.some((one) => elsewhere.has(one.split("/").at(-1) ?? ""));
}
