import { visibleText } from "@kestrel/protocol";
import { oneLine } from "../terminal/one-line.ts";
import { english, type Sentences } from "./en.ts";

type Values = Readonly<Record<string, string | number | boolean>>;

/**
 * A sentence by its key, in the user's language; `{name}` is replaced by the value of that name. What stands between ⟨ and ⟩
 * is left out where a value is missing; of several parts with | between them the first that is complete is said. A
 * failure that knows what to do about it says that too.
 */
export type Say = (key: keyof Sentences, values?: Values) => string;

/** What a value should have been: as configuration tells it, in English, and as it is said. */
type Expectations = readonly (readonly [RegExp, string])[];

/** The terminal's language: `zh-CN` for any Chinese locale, otherwise English. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): "en" | "zh-CN" {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return /^zh\b|^zh[_-]/i.test(locale) ? "zh-CN" : "en";
}

/** A speaker of one language. The catalogue of another language is loaded only when it is spoken. */
export async function speaker(language: "en" | "zh-CN"): Promise<Say> {
  if (language === "en") return speakerOf(english, []);
  const [{ chinese }, { expectations }] = await Promise.all([
    import("./zh-cn.ts"),
    import("./zh-cn-failures.ts"),
  ]);
  return speakerOf(chinese, expectations);
}

function speakerOf(sentences: Sentences, expectations: Expectations): Say {
  const words: Readonly<Record<string, string>> = sentences;
  const inWords = (name: string, value: string | number | boolean): string => {
    const said = written(name, String(value));
    if (name === "reason" || name === "why") return words[`reason.${said}`] ?? said;
    if (name !== "expected") return said;
    const [pattern, sentence] = expectations.find(([pattern]) => pattern.test(said)) ?? [];
    return pattern && sentence ? said.replace(pattern, sentence) : said;
  };
  return (key, values = {}) => {
    const known = (part: string) => namesIn(part).every((name) => values[name] !== undefined);
    const remedy = key.startsWith("error.") ? words[`hint.${values.hint}`] : undefined;
    const sentence = remedy === undefined ? sentences[key] : `${sentences[key]} ${remedy}`;
    return sentence
      .replace(/⟨([^⟩]*)⟩/g, (_, parts: string) => parts.split("|").find(known) ?? "")
      .replace(hole, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : inWords(name, value);
      });
  };
}

/** Values that may have several lines: what a server or engine said last, what is wrong with a file, words of the person. */
const severalLines: ReadonlySet<string> = new Set(["detail", "problem", "text"]);

/** A value as it stands in a sentence of ours: it brings no escapes, and no line that could be taken for one of ours. */
function written(name: string, value: string): string {
  return severalLines.has(name) ? visibleText(value).replace(/\n(?=.)/g, "\n    ") : oneLine(value);
}

const hole = /\{([a-zA-Z_]+)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(hole)].map(([, name = ""]) => name);
}
