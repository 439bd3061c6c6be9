import type { Action, Scene } from "../scene.ts";
import { chineseName, chineseNumber, chineseText } from "../words/chinese.ts";
import { markedLine } from "../words/given-texts.ts";
import { isKept } from "../words/names.ts";
import { sentence, words } from "../words/prose.ts";
import { freePath, putFile, someFile } from "../world/files-at-hand.ts";
import { renameAction, replaceAction } from "./change.ts";

/** A name that neither holds the given one nor stands in it. */
export function otherName(scene: Scene, name: string): string {
  const like = scene.chance.maybe(0.35);
  for (;;) {
    const other = like ? likeName(scene, name) : scene.names.identifier();
    if (!isKept(other) && !other.includes(name) && !name.includes(other)) return other;
  }
}

/** The name with one of its words changed, as people mend names; another name where it has but one. */
function likeName({ chance, names }: Scene, name: string): string {
  const words = [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)];
  if (words.length < 2) return names.identifier();
  const { 0: old, index } = chance.pick(words);
  const word = names.word();
  const cased =
    old === old.toUpperCase()
      ? word.toUpperCase()
      : /^[A-Z]/.test(old)
        ? word.charAt(0).toUpperCase() + word.slice(1)
        : word;
  return name.slice(0, index) + cased + name.slice(index + old.length);
}

/** A text of several words, or a whole line, that stands once in a file. */
export function uniqueText(scene: Scene): { path: string; text: string } {
  for (;;) {
    const path = someFile(scene, ["md", "txt", "py", "js", "ts", "html", "toml", "sh"]);
    const whole = scene.world.lines(path).join("\n");
    const spans = scene.world.lines(path).flatMap((line) => {
      const trimmed = line.trim();
      const inner = /"([^"]+ [^"]+)"/.exec(trimmed)?.[1];
      return inner === undefined ? [trimmed] : [trimmed, inner];
    });
    const once = spans.filter(
      (span) => span.includes(" ") && span.length > 5 && whole.split(span).length === 2,
    );
    if (once.length > 0) return { path, text: scene.chance.pick(once) };
  }
}

/** What a text may become: other words, or, where it is code, the same with one word changed, so that it still parses. */
export function newText(scene: Scene, path: string, text: string): string {
  const { chance, names } = scene;
  if (/\.(?:md|txt)$/.test(path) && chance.maybe(0.5)) {
    const source = { chance, names, chinese: scene.language !== "en" };
    const other = chance.maybe(0.3) ? markedLine(source) : words(chance, names, 2, 5);
    if (other !== text) return other;
  }
  // The name of a tag has its fellow elsewhere.
  const places = [...text.matchAll(/(?<![</\w])[A-Za-z]{3,}/g)].filter(([word]) => !keywords.has(word));
  // A name that happens to be a word of the language: what an import ends with.
  const last = /^(?:from|import|use)\b.*?(?=\w+$)/.exec(text)?.[0];
  if (places.length === 0) return `${last ?? `${text} `}${names.word()}`;
  const place = chance.pick(places);
  const changed = text.slice(0, place.index) + names.word() + text.slice(place.index + place[0].length);
  return changed === text ? `${text} ${names.word()}` : changed;
}

const keywords = new Set(
  "const let var function return import export from def print echo true false console log if class pub struct impl func type int package println self range for in while then else elif fi main fmt Println String None".split(
    " ",
  ),
);

/** A text that stands in a file more than once, where only one was meant. */
export function replaceTwice(scene: Scene): Action {
  const { chance, names } = scene;
  const path = freePath(scene, ["md", "txt"]);
  const text = words(chance, names, 2, 3);
  const lines = Array.from({ length: chance.whole(0, 4) }, () => sentence(chance, names));
  for (let left = chance.pick([2, 2, 3]); left > 0; left -= 1) {
    const line = chance.pick([text, `- ${text}`, `${text} ${names.word()}`]);
    lines.splice(chance.whole(0, lines.length), 0, line);
  }
  scene.world.add(path, lines);
  return replaceAction(scene, path, text, words(chance, names, 2, 3));
}

/** A Chinese word that becomes another wherever it stands in a text. */
export function renameWord(scene: Scene): Action {
  const { chance } = scene;
  const path = freePath(scene, ["md", "txt"]);
  const from = chineseName(chance);
  const beside = () => chance.pick(["", "", chineseText(chance, 1, 2)]);
  const own = Array.from({ length: chance.pick([1, 1, 1, 2, 3]) }, () =>
    chance.pick([`- ${from}`, `${beside()}${from}${beside()}`, `${from}：${chance.whole(1, 99)}`]),
  );
  putFile(scene, path, own);
  for (;;) {
    const to = chance.maybe(0.7) ? chineseName(chance) : chineseNumber(chance);
    if (!to.includes(from) && !from.includes(to)) return renameAction(scene, path, from, to);
  }
}
