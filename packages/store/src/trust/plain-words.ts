/** What sh makes more of than it says, and the end of a line: one of these and the files a line runs stand somewhere else. */
const meansMore = /[$`\\*?[\]{}~;&|<>()\p{Cc}]/u;

/** They run what they are told elsewhere: in another folder, with other variables, or as a line of its own. */
const elsewhere: ReadonlySet<string> = new Set(["cd", "pushd", "env", "eval", "source"]);

const assignment = /^\w+\+?=/;

/**
 * The words of a line of sh as a program is given them; undefined where it is more than plain words. Quotes may stand around
 * blanks, and hide nothing: without `$` and `\` taking them away is all that sh does with them.
 */
export function plainWords(line: string): readonly string[] | undefined {
  if (meansMore.test(line)) return undefined;
  const words = line.match(/(?:[^ '"]|'[^']*'|"[^"]*")+/g) ?? [];
  // What is left is a quote without its other one.
  if (line.replace(/(?:[^ '"]|'[^']*'|"[^"]*")+/g, "").trim() !== "") return undefined;
  const plain = words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return plain.some((word, at) => !isPlain(word, at === 0)) ? undefined : plain;
}

/** Parts of a word that may name a file: the whole, what stands around `=`, `:`, `,` and `@`, and behind a letter of an option. */
export function partsOf(word: string): readonly string[] {
  const parts = [word, ...word.split(/\s+/), ...word.split(/[\s=:,@]+/)];
  return [...parts, ...parts.flatMap((part) => (/^-[A-Za-z]./.test(part) ? [part.slice(2)] : []))];
}

/** A word with blanks in it may be a line again, as behind `sh -c`. */
function isPlain(word: string, first: boolean): boolean {
  if (/['"]/.test(word)) return false;
  const inner = word.trim().split(/\s+/);
  const [start = ""] = inner;
  if ((first || inner.length > 1) && (start === "." || assignment.test(start))) return false;
  return !inner.some((one) => elsewhere.has(one.split("/").at(-1) ?? ""));
}
