import type { Chance } from "../chance.ts";
import type { Language } from "../scene.ts";
import { chineseName } from "./chinese.ts";
import { commonWords } from "./common-words.ts";
import { furtherKinds, ordinaryFile, ordinaryFolder } from "./ordinary-names.ts";
import { repeatedWord } from "./repeats.ts";
import { endings, plainWords, syllables } from "./word-lists.ts";

/** Where names come from. One in eight is left out: the former tasks of the evaluation have those, and no training sees them. */
export type Names = {
  /** One word, real or invented. */
  word(): string;
  /** A name as code has it, in every casing and with every separator; up to 56 characters. */
  identifier(): string;
  /** A file's path, up to three folders deep. */
  path(kinds?: readonly string[]): string;
  /** A path as ordinary folders have them, of any ending: hidden, long, spaced, in other scripts. */
  ordinaryPath(): string;
  folder(): string;
};

const longestName = 56;

/** `language`: what the user writes; Chinese files are called in Chinese more often. */
export function namesFor(chance: Chance, language: Language = "en"): Names {
  const inChinese = (share: number) => language !== "en" && chance.maybe(share);
  const own = (make: () => string): string => {
    for (;;) {
      const name = make();
      if (name.length <= longestName && name.length > 1 && !isKept(name)) return name;
    }
  };
  const invented = (): string => {
    if (chance.maybe(0.05)) return repeatedWord(chance);
    const length = chance.pick([1, 1, 2, 2, 2, 3]);
    const syllable = () => chance.pick(syllables);
    const word = Array.from({ length }, syllable).join("") + chance.pick(endings);
    return reserved.has(word) ? invented() : word;
  };
  // A name that nobody invented is no sign that the order is one that must be declined: in some conversations there are no others.
  const ordinary = chance.maybe(0.3);
  const everyday = () => chance.pick(chance.maybe(0.5) ? plainWords : commonWords);
  const word = (): string =>
    ordinary
      ? everyday()
      : chance.weighed<() => string>([
          [() => chance.pick(plainWords), 30],
          [() => chance.pick(commonWords), 20],
          [invented, 50],
        ])();
  const identifier = () =>
    own(() => {
      const name = ordinary && chance.maybe(0.5) ? word() : joined(chance, word);
      return ofLanguages.has(name) ? joined(chance, word) + chance.whole(1, 9) : name;
    });
  const folder = () =>
    inChinese(0.25)
      ? chineseName(chance)
      : chance.maybe(0.5)
        ? chance.pick(folders)
        : ordinaryFolder(chance, word);
  const file = (kinds: readonly string[]) => {
    if (inChinese(0.3)) return own(() => `${chineseName(chance)}.${chance.pick(kinds)}`);
    if (kinds === fileKinds && chance.maybe(ordinary ? 0.45 : 0.12)) return chance.pick(wellKnown);
    if (ordinary && chance.maybe(0.15)) return `${chance.pick([..."abcdefnxyz123"])}.${chance.pick(kinds)}`;
    if (chance.maybe(0.15)) return own(() => ordinaryFile(chance, word, kinds));
    const stem = own(() => (chance.maybe(0.55) ? word() : joined(chance, word)));
    return `${stem}.${chance.pick(kinds)}`;
  };
  return {
    word,
    identifier,
    folder,
    ordinaryPath: () => {
      const name = own(() => ordinaryFile(chance, word, [...fileKinds, ...furtherKinds]));
      return chance.maybe(0.35) ? `${folder()}/${name}` : name;
    },
    path: (kinds = fileKinds) => {
      const depth = chance.weighed([
        [0, 45],
        [1, 42],
        [2, 10],
        [3, 3],
      ]);
      return [...Array.from({ length: depth }, folder), file(kinds)].join("/");
    },
  };
}

/** Words of languages that syllables would make, and that no name may be. */
const reserved = new Set(
  "do for let try go fn pub sub not pass del is as in or and new use mod std".split(" "),
);

/** Everyday words that no code takes for a name. */
const ofLanguages = new Set("this delete package import export default case with return".split(" "));

const fileKinds = ["js", "ts", "py", "md", "txt", "json", "toml", "sh", "css", "html", "rs", "go", "yml"];

const folders = [
  "src",
  "lib",
  "test",
  "docs",
  "app",
  "core",
  "tools",
  "scripts",
  "data",
  "config",
  "pages",
  "notes",
];

/** Names that every project has. */
const wellKnown = (
  "README.md package.json index.html index.js main.py main.js app.js app.py notes.txt todo.txt config.json config.toml " +
  "style.css check.js test.js utils.py server.js index.ts main.go main.rs setup.sh hello.txt hello.py greeting.js " +
  "requirements.txt notes.md list.txt data.csv settings.json build.sh run.py lib.rs tsconfig.json LICENSE.md ideas.md"
).split(" ");

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function joined(chance: Chance, word: () => string): string {
  const some = (count: number) => Array.from({ length: count }, word);
  const many = chance.pick([2, 2, 2, 2, 2, 3, 3, 4]);
  return chance.weighed<() => string>([
    [word, 28],
    [
      () =>
        some(many)
          .map((one, at) => (at === 0 ? one : capital(one)))
          .join(""),
      26,
    ],
    [() => some(many).map(capital).join(""), 9],
    [() => some(many).join("_"), 15],
    [() => some(2).join("-"), 7],
    [
      () =>
        some(chance.pick([1, 2]))
          .join("_")
          .toUpperCase(),
      7,
    ],
    [() => word() + chance.whole(0, 99), 8],
  ])();
}

/** Whether the name is kept for the evaluation: by a hash of the name itself (FNV-1a), so that no list need be kept. */
export function isKept(name: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 13)) >>> 0) % 8 === 0;
}
