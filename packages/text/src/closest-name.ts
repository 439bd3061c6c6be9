import { distance } from "fastest-levenshtein";

/** UTF-16 units; longer words are not typos, and comparing pasted text would be slow. */
const longest = 200;

/**
 * The most likely intended name: the first with this prefix, or one within an edit distance of one, two from five letters on. Two swapped
 * neighbours count as one edit, and before any other: the letters are all there.
 */
export function closestName<Name extends string>(written: string, names: readonly Name[]): Name | undefined {
  if (written === "" || written.length > longest) return undefined;
  const word = written.toLowerCase();
  const begun = word.length > 1 ? names.find((name) => name.startsWith(word)) : undefined;
  if (begun !== undefined) return begun;
  const [best] = names
    .map((name) => ({ name, slips: isTransposed(word, name) ? 0.5 : distance(word, name) }))
    .sort((one, other) => one.slips - other.slips);
  return best && best.slips <= (word.length < 5 ? 1 : 2) ? best.name : undefined;
}

function isTransposed(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return at >= 0 && one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2) === other;
}
