import type { SayOf, Sentence, Translation, Value } from "./sentence.ts";

type Speech = {
  /** BCP 47; chooses between one and many. */
  locale: string;
  /** A value as it may be shown: with nothing hidden in it, numbers as the client writes them. */
  write(name: string, value: Value): string;
  /** Rewrites a sentence for this client before its values are inserted. */
  word?(text: string): string;
};

/** Values that are codes with a sentence of their own: a `why` is a reason too. */
const codes: Readonly<Record<string, string>> = { reason: "reason", why: "reason", expected: "expected" };

/**
 * Formats the sentences of one language. A value that is a code becomes its own sentence with the same values; a failure's sentence
 * is followed by the server's message (`detail`), and then by what to do (`hint`).
 */
export function speakerOf<Catalogue>(
  sentences: Translation<Catalogue>,
  { locale, write, word = (text) => text }: Speech,
): SayOf<Catalogue> {
  const known = sentences as Readonly<Record<string, Sentence>>;
  let plural: Intl.PluralRules | undefined;

  const textOf = (sentence: Sentence, count: Value | undefined): string => {
    if (typeof sentence === "string") return sentence;
    plural ??= new Intl.PluralRules(locale);
    return plural.select(Number(count ?? 0)) === "one" ? sentence.one : sentence.other;
  };
  const written = (name: string, value: Value, values: Values): string => {
    const coded = Object.hasOwn(codes, name) ? known[`${codes[name]}.${value}`] : undefined;
    return coded === undefined ? write(name, value) : filled(coded, values);
  };
  const filled = (sentence: Sentence, values: Values): string => {
    const complete = (part: string) => namesIn(part).every((name) => values[name] !== undefined);
    return word(textOf(sentence, values.count))
      .replace(/⟨([^⟩]*)⟩/g, (_, parts: string) => parts.split("|").find(complete) ?? "")
      .replace(hole, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : written(name, value, values);
      });
  };
  const say = (key: string, values: Values = {}): string => {
    const sentence = known[key];
    if (sentence === undefined) return key;
    if (!key.startsWith("error.")) return filled(sentence, values);
    // The server's message comes between the meaning of a failure and what to do about it.
    const untold = values.detail !== undefined && !textOf(sentence, values.count).includes("{detail}");
    const parts = [sentence, untold ? known["failure.detail"] : undefined, known[`hint.${values.hint}`]];
    return parts.flatMap((part) => (part === undefined ? [] : [filled(part, values)])).join(" ");
  };
  return say as SayOf<Catalogue>;
}

type Values = Readonly<Record<string, Value | undefined>>;

const hole = /\{([a-zA-Z]+)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(hole)].map(([, name = ""]) => name);
}
