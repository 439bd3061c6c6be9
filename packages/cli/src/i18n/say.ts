import { withoutSecrets } from "@kestrel/diagnostics";
import { type SayOf, speakerOf, type Value } from "@kestrel/i18n";
import { visibleText } from "@kestrel/text";
import { oneLine } from "../terminal/one-line.ts";
import { english, type Sentences } from "./en.ts";

/** A sentence of the terminal by its key, in the user's language. */
export type Say = SayOf<Sentences>;

/** The terminal's language: `zh-CN` for any Chinese locale, otherwise English. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): "en" | "zh-CN" {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return /^zh\b|^zh[_-]/i.test(locale) ? "zh-CN" : "en";
}

/** Kestrel's own command in a sentence: `kestrel` with its arguments. */
const ownCommand = /(?<![\w./-])kestrel(?= [a-z-])|`kestrel(?=`)/g;

/**
 * A `Say` for one locale. Loads the catalogue of another language only when it is used. Commands in a sentence are written with
 * `program`, the way the user starts this program.
 */
export async function speaker(locale: "en" | "zh-CN", program = () => "kestrel"): Promise<Say> {
  const sentences = locale === "en" ? english : (await import("./zh-cn.ts")).chinese;
  const typable = (text: string) => text.replace(ownCommand, (found) => found.replace("kestrel", program()));
  const word = (text: string) => (text === sentences["help.typed"] ? text : typable(text));
  return speakerOf<Sentences>(sentences, { locale, write: written, word });
}

/** Values that may have several lines: a server's or engine's last output, a file's error, the user's text. */
const severalLines: ReadonlySet<string> = new Set(["detail", "problem", "text"]);

/** Text from a server, an engine or a file, which may contain a key. */
const othersWords: ReadonlySet<string> = new Set(["detail", "problem"]);

/** A value as part of our sentence: without escapes, and without a line that could be mistaken for ours. */
function written(name: string, value: Value): string {
  const text = othersWords.has(name) ? withoutSecrets(String(value)) : String(value);
  return severalLines.has(name) ? visibleText(text).replace(/\n(?=.)/g, "\n    ") : oneLine(text);
}
