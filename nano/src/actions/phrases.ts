import { type Scene, said } from "../scene.ts";

/** A name as users write it. */
export function quoted({ chance, language }: Scene, name: string): string {
  const marks = said(
    { language },
    {
      en: [
        ["", ""],
        ["", ""],
        ["`", "`"],
        ['"', '"'],
        ["'", "'"],
      ] as const,
      zh: [
        ["", ""],
        [" ", " "],
        [" ", " "],
        ["`", "`"],
        ["「", "」"],
        ["“", "”"],
        [' "', '" '],
      ] as const,
    },
  );
  const [before, after] = chance.pick<readonly [string, string]>(marks);
  return before + name + after;
}

/** A text with spaces in it, which nobody leaves bare. */
export function inMarks({ chance, language }: Scene, text: string): string {
  const inEnglish = [
    ["`", "`"],
    ['"', '"'],
    ["`", "`"],
    ["'", "'"],
  ] as const;
  const inChinese = [
    ["`", "`"],
    ['"', '"'],
    ["「", "」"],
    ["“", "”"],
  ] as const;
  const marks = language === "en" ? inEnglish : inChinese;
  const fitting = marks.filter(([before, after]) => !text.includes(before) && !text.includes(after));
  const [before, after] = chance.pick<readonly [string, string]>(fitting.length > 0 ? fitting : [["", ""]]);
  return before + text + after;
}

/** Picks a phrase and fills its places: `{f}` by what stands under `f`. */
export function phrase(
  scene: Scene,
  phrases: { en: readonly string[]; zh: readonly string[] },
  places: Readonly<Record<string, string>> = {},
): string {
  const chosen = scene.chance.pick(said(scene, phrases));
  const filled = chosen.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? "");
  return scene.language === "en" ? filled : filled.replace(/ {2,}/g, " ").trim();
}
