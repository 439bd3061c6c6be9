import { type Scene, said } from "../scene.ts";
import { mistyped } from "./mistyped.ts";

/** A name as users write it. */
export function quoted({ chance, language }: Pick<Scene, "chance" | "language">, name: string): string {
  const marks = said(
    { language },
    {
      en: [
        ["", ""],
        ["", ""],
        ["", ""],
        ["`", "`"],
        ['"', '"'],
        ["'", "'"],
      ] as const,
      zh: [
        ["", ""],
        ["", ""],
        ["", ""],
        [" ", " "],
        [" ", " "],
        ["`", "`"],
        ["「", "」"],
        ["“", "”"],
        [' "', '" '],
        ["《", "》"],
      ] as const,
    },
  );
  const fitting = name.includes(" ") ? marks.filter(([before]) => before.trim() !== "") : marks;
  const [before, after] = chance.pick<readonly [string, string]>(fitting);
  return before + name + after;
}

/** A text with spaces in it, which nobody leaves bare. */
export function inMarks({ chance, language }: Scene, text: string): string {
  const inEnglish = [
    ["`", "`"],
    ['"', '"'],
    ["`", "`"],
    ["'", "'"],
    ["“", "”"],
  ] as const;
  const inChinese = [
    ["`", "`"],
    ['"', '"'],
    ["「", "」"],
    ["“", "”"],
    ["‘", "’"],
  ] as const;
  const marks = language === "en" ? inEnglish : inChinese;
  // An apostrophe within a word is no mark; some write it between single ones all the same.
  if (/\w'\w/.test(text) && !/(?<!\w)'|'(?!\w)/.test(text) && chance.maybe(0.4)) return `'${text}'`;
  const fitting = marks.filter(([before, after]) => !text.includes(before) && !text.includes(after));
  const [before, after] = chance.pick<readonly [string, string]>(fitting.length > 0 ? fitting : [["", ""]]);
  return before + text + after;
}

/** A text to put in: in marks, or, where it is one piece that no mark of a sentence ends, at times bare. */
export function inMarksOrBare(scene: Scene, text: string): string {
  const piece = !/[\s"'`“”‘’「」]/.test(text) && !/[.,?!;:。，？！：；…]$/.test(text);
  if (!piece || scene.chance.maybe(0.55)) return inMarks(scene, text);
  return said(scene, { en: text, zh: ` ${text} ` });
}

/** Of the phrases, what is picked from the first third of a list, where the plain ones stand: what is said most is to be known best. */
const usualShare = 0.5;

/**
 * Picks a phrase, `usual` of them from the plain ones, picks of every `(one|another|)` in it, now and then mistypes a word,
 * and fills the places: `{f}` by what stands under `f`, letter for letter.
 */
export function phrase(
  scene: Scene,
  phrases: { en: readonly string[]; zh: readonly string[] },
  places: Readonly<Record<string, string>> = {},
  usual: number = usualShare,
): string {
  const { chance } = scene;
  const all = said(scene, phrases);
  const plain = all.slice(0, Math.ceil(all.length / 3));
  const chosen = tidy(alternatives(scene, chance.pick(chance.maybe(usual) ? plain : all)));
  const typed = chance.maybe(0.2) ? mistyped(chance, chosen) : chosen;
  const filled = typed.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");
  return scene.language === "en" ? filled : filled.replace(/ {2,}/g, " ").trim();
}

/** What is left where every `(one|another|)` was chosen, the inner ones first. */
function alternatives({ chance }: Scene, pattern: string): string {
  const inner = /\(([^()]*\|[^()]*)\)/;
  let text = pattern;
  for (;;) {
    const next = text.replace(inner, (_, choices: string) => chance.pick(choices.split("|")));
    if (next === text) return text;
    text = next;
  }
}

/** One blank where a choice of nothing left two. */
const tidy = (text: string) =>
  text
    .replace(/ {2,}/g, " ")
    .replace(/ (?=[,.?!])/g, "")
    .trim();
