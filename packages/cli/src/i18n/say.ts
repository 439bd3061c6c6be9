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

/** A command of ours in a sentence: `kestrel` with what follows it on the line. */
const ownCommand = /(?<![\w./-])kestrel(?= [a-z-])|`kestrel(?=`)/g;

/**
 * A speaker of one language. The terminal's own catalogue of another language is loaded only when it is spoken. A command
 * that a sentence names is said as `program` has it: what a person types to reach this program.
 */
export async function speaker(locale: "en" | "zh-CN", program = () => "kestrel"): Promise<Say> {
  const sentences = locale === "en" ? english : (await import("./zh-cn.ts")).chinese;
  const typable = (text: string) => text.replace(ownCommand, (found) => found.replace("kestrel", program()));
  const word = (text: string) => (text === sentences["help.typed"] ? text : typable(text));
  return speakerOf<Sentences>(sentences, { locale, write: written, word });
}

/** Values that may have several lines: what a server or engine said last, what is wrong with a file, words of the person. */
const severalLines: ReadonlySet<string> = new Set(["detail", "problem", "text"]);

/** What a server, an engine or a file said, in their own words: those may hold a key. */
const othersWords: ReadonlySet<string> = new Set(["detail", "problem"]);

/** A value as it stands in a sentence of ours: it brings no escapes, and no line that could be taken for one of ours. */
function written(name: string, value: Value): string {
  const text = othersWords.has(name) ? withoutSecrets(String(value)) : String(value);
  return severalLines.has(name) ? visibleText(text).replace(/\n(?=.)/g, "\n    ") : oneLine(text);
}
