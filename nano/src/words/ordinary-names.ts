import type { Chance } from "../chance.ts";
import { chineseText, rareCharacters } from "./chinese.ts";
import { repeatedName } from "./repeats.ts";

/** Names as ordinary folders have them beside those that were invented: hidden, long, numbered, spaced, in other scripts. */
export function ordinaryFile(chance: Chance, word: () => string, kinds: readonly string[]): string {
  const kind = () => chance.pick(kinds);
  const few = (count: number) => Array.from({ length: count }, word);
  return chance.weighed<() => string>([
    [() => `${chineseText(chance, 1, 3)}.${kind()}`, 24],
    [() => `${rareCharacters(chance, 1, 5)}.${kind()}`, 10],
    [() => `${repeatedName(chance)}.${kind()}`, 12],
    [() => `${word()}-${repeatedName(chance)}.${kind()}`, 3],
    [() => `${word()}-${chineseText(chance, 1, 2)}.${kind()}`, 4],
    [() => `.${word()}${chance.pick(["", "rc", "ignore", ".json", ".yml"])}`, 12],
    [() => `${few(chance.whole(3, 6)).join(chance.pick(["-", "_", "."]))}.${kind()}`, 12],
    [() => `${few(chance.whole(2, 3)).map(capital).join("")}.${kind()}`, 6],
    [() => `${chance.whole(2019, 2026)}-${two(chance, 12)}-${two(chance, 28)}-${word()}.${kind()}`, 8],
    [
      () =>
        `${word()}.${chance.pick(["test", "spec", "config", "d", "min", "module", "stories", word()])}.${kind()}`,
      12,
    ],
    [() => `${word()}${chance.whole(1, 99)}.${kind()}`, 6],
    [() => word().toUpperCase(), 4],
    [() => `${word().toUpperCase()}.${chance.pick(["md", "txt"])}`, 4],
    [() => `${capital(word())} ${few(chance.whole(1, 2)).join(" ")}.${kind()}`, 4],
    [() => `${chance.pick(accented)}${word()}.${kind()}`, 4],
    [() => `v${chance.whole(0, 20)}.${chance.whole(0, 9)}.${chance.whole(0, 9)}.${kind()}`, 3],
  ])();
}

/** A folder as projects have them. */
export function ordinaryFolder(chance: Chance, word: () => string): string {
  return chance.weighed<() => string>([
    [() => chance.pick(folders), 60],
    [() => word(), 20],
    [() => repeatedName(chance), 4],
    [() => chineseText(chance, 1, 2), 8],
    [() => `${word()}-${word()}`, 6],
    [() => `${chance.whole(1, 99)}-${word()}`, 3],
    [() => `.${word()}`, 3],
  ])();
}

/** A package as it lies in `node_modules`. */
export function packageName(chance: Chance, word: () => string): string {
  const plain = () =>
    chance.pick([
      word,
      () => `${word()}-${word()}`,
      () => `${word()}-${word()}-${word()}`,
      () => `${word()}.js`,
    ])();
  return chance.maybe(0.12) ? `@${word()}` : plain();
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const two = (chance: Chance, most: number) => `${chance.whole(1, most)}`.padStart(2, "0");

const accented = [
  "é",
  "ü",
  "ñ",
  "ø",
  "ß",
  "č",
  "ж",
  "да",
  "не",
  "日本",
  "メモ",
  "カ",
  "한글",
  "노트",
  "α",
  "Δ",
];

const folders =
  "src lib test tests docs app core tools scripts data config pages notes components assets public images static styles utils models views routes api server client web hooks types dist build bin vendor examples packages modules db migrations fixtures locales templates assets/icons 数据 文档 图片 笔记 资料".split(
    " ",
  );

/** Endings of files that are read and listed, but not changed in a task. */
export const furtherKinds =
  "tsx jsx vue c h cpp java rb php sql csv xml log ini svg lock conf scss mjs cjs kt swift lua tex rst".split(
    " ",
  );
