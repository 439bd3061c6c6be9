import { distance } from "fastest-levenshtein";

/** More letters than any name has: such a word is no typing error, and a pasted page would take long. */
const longest = 200;

/**
 * The name a person most likely meant: the first one that begins so, or one that is one slip away, two from five letters on.
 * Two neighbours in the wrong order are one slip.
 */
export function closestName<Name extends string>(written: string, names: readonly Name[]): Name | undefined {
  if (written === "" || written.length > longest) return undefined;
  const word = written.toLowerCase();
  const begun = word.length > 1 ? names.find((name) => name.startsWith(word)) : undefined;
  if (begun !== undefined) return begun;
  const [best] = names
    .map((name) => ({ name, slips: isTransposed(word, name) ? 1 : distance(word, name) }))
    .sort((one, other) => one.slips - other.slips);
  return best && best.slips <= (word.length < 5 ? 1 : 2) ? best.name : undefined;
}

function isTransposed(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return at >= 0 && one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2) === other;
}
