import type { Chance } from "../chance.ts";

/** A phrase with one or two words as hurried fingers leave them. What stands in `{}` is a place and stays. */
export function mistyped(chance: Chance, phrase: string): string {
  const words = phrase.split(" ");
  const long = words.flatMap((word, at) =>
    (at === 0 ? /^[A-Za-z]{3,}$/ : /^[A-Za-z]{4,}[,.?]?$/).test(word) ? [at] : [],
  );
  if (long.length === 0) return phrase;
  for (let left = chance.pick([1, 1, 2]); left > 0; left -= 1) {
    // What is to be done stands first, and it is what is hardest to do without.
    const at = chance.maybe(0.65) && long[0] === 0 ? 0 : chance.pick(long);
    words[at] = slipped(chance, words[at] ?? "");
  }
  return words.join(" ");
}

function slipped(chance: Chance, word: string): string {
  const at = chance.whole(1, word.length - 2);
  const [one = "", two = ""] = [word[at], word[at + 1]];
  const swapped = word.slice(0, at) + two + one + word.slice(at + 2);
  return chance.weighed([
    [swapped, 5],
    [word.slice(0, at) + word.slice(at + 1), 2],
    [word.slice(0, -1), 1],
    [word.slice(0, at) + one + one + word.slice(at + 1), 1],
    [word + word.slice(-1), 1],
    [word.slice(0, at) + chance.pick([..."etaoinsrhl"]) + word.slice(at + 1), 1],
  ]);
}
