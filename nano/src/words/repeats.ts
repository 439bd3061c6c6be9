import type { Chance } from "../chance.ts";
import { syllables } from "./word-lists.ts";

/** Letters that come again at once, as in `fufu` and `aaa`: copying has to see how often. */
export function repeatedWord(chance: Chance): string {
  const [one, other] = [chance.pick(syllables), chance.pick(syllables)];
  return chance.weighed<() => string>([
    [() => one.repeat(2), 4],
    [() => one.repeat(chance.whole(3, 4)), 1],
    [() => one.repeat(2) + other, 2],
    [() => other + one.repeat(2), 1],
    [() => chance.pick([..."abdehklmnoxyz"]).repeat(chance.whole(3, 7)), 2],
  ])();
}

/** The same with digits, dots and Chinese numbers: versions, numbers with leading noughts. */
export function repeatedName(chance: Chance): string {
  const digit = () => chance.pick([..."00001125"]);
  const digits = "一二三四五六七八九十百零";
  return chance.weighed<() => string>([
    [() => repeatedWord(chance), 4],
    [() => Array.from({ length: chance.whole(3, 5) }, digit).join("."), 2],
    [() => `${chance.whole(1, 999)}`.padStart(chance.whole(4, 7), "0"), 2],
    [() => digit().repeat(chance.whole(3, 8)), 1],
    [() => digits.slice(0, chance.whole(2, 11)), 2],
    [() => Array.from({ length: chance.whole(2, 6) }, () => chance.pick([...digits])).join(""), 3],
  ])();
}

/** A line in which something comes again: a path that climbs, a version, a row of numbers. */
export function repeatedLine(chance: Chance, word: () => string): string {
  const up = "../".repeat(chance.whole(1, 5));
  return chance.pick([
    () => ["import", word(), "from", `"${up}${word()}/${word()}.js";`].join(" "),
    () => `cd ${up}${word()}`,
    () => `${word()} = ${repeatedName(chance)}`,
    () => `- ${repeatedName(chance)}`,
    () => `${repeatedName(chance)} ${repeatedName(chance)}`,
    () => `第${repeatedName(chance)}章 ${repeatedName(chance)}`,
  ])();
}
