import { visibleText } from "@kestrel/protocol";
import { programCommand } from "../program/program-command.ts";
import type { Catalogue, Key, Translate } from "./catalogue.ts";

/**
 * Makes sentences of one language. Numbers are written as the language writes them; `count` chooses singular or plural.
 * Words from elsewhere are put in with nothing hidden in them.
 */
export function translator(catalogue: Catalogue, locale: string): Translate {
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  return (name: Key, ...rest: [values?: Record<string, string | number>]) => {
    const values = rest[0] ?? {};
    const sentence = catalogue[name];
    const text =
      typeof sentence === "string"
        ? sentence
        : sentence[plural.select(Number(values.count ?? 0)) === "one" ? "one" : "other"];
    return asTyped(text).replace(/\{([a-z]+)\}/gi, (hole, key: string) => {
      const value = values[key];
      if (value === undefined) return hole;
      return typeof value === "number" ? number.format(value) : visibleText(value);
    });
  };
}

/** What a sentence tells to type can be typed: from a clone the program has another name. */
function asTyped(sentence: string): string {
  return sentence.includes("“kestrel ")
    ? sentence.replaceAll("“kestrel ", `“${programCommand()} `)
    : sentence;
}
