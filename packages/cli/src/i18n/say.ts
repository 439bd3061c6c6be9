import { english, type Sentences } from "./en.ts";

/** A sentence by its key, in the user's language; `{name}` is replaced by the value of that name. */
export type Say = (
  key: keyof Sentences,
  values?: Readonly<Record<string, string | number | boolean>>,
) => string;

/** The terminal's language: `zh-CN` for any Chinese locale, otherwise English. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): "en" | "zh-CN" {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return /^zh\b|^zh[_-]/i.test(locale) ? "zh-CN" : "en";
}

/** A speaker of one language. The catalogue of another language is loaded only when it is spoken. */
export async function speaker(language: "en" | "zh-CN"): Promise<Say> {
  const sentences = language === "en" ? english : (await import("./zh-cn.ts")).chinese;
  return (key, values = {}) => filled(sentences[key], values);
}

function filled(sentence: string, values: Readonly<Record<string, string | number | boolean>>): string {
  return sentence.replace(/\{([a-zA-Z_]+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
