import { type SayOf, type Sentence, speakerOf, type Translation } from "@kestrel/i18n";
import { visibleText } from "@kestrel/text";
import { programCommand } from "../program/program-command.ts";

/** The sentences of one language: numbers in its format, and inserted text with nothing hidden. */
export function translator<Words>(catalogue: Translation<Words>, locale: string): SayOf<Words> {
  const number = new Intl.NumberFormat(locale);
  const write = (_: string, value: string | number | boolean) =>
    typeof value === "number" ? number.format(value) : visibleText(String(value));
  let program = "";
  let say: SayOf<Words> | undefined;
  const speak = (...said: Parameters<SayOf<Words>>) => {
    // In a clone the program has another name: commands in sentences must work when typed.
    if (!say || program !== programCommand()) {
      program = programCommand();
      say = speakerOf<Words>(calling(program, catalogue), { locale, write });
    }
    return say(...said);
  };
  return speak as SayOf<Words>;
}

function calling<Words>(program: string, catalogue: Translation<Words>): Translation<Words> {
  if (program === "kestrel") return catalogue;
  const named = (text: string) => text.replaceAll(/([“`])kestrel /g, `$1${program} `);
  const renamed = (sentence: Sentence): Sentence =>
    typeof sentence === "string"
      ? named(sentence)
      : { one: named(sentence.one), other: named(sentence.other) };
  return Object.fromEntries(
    Object.entries<Sentence>(catalogue).map(([key, sentence]) => [key, renamed(sentence)]),
  ) as Translation<Words>;
}
