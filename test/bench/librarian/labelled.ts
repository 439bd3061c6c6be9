import { searchTerms } from "../../../packages/core/src/catalog/search-terms.ts";
import { requests } from "./requests.table.ts";
import { skills } from "./skills.table.ts";

/** In which language somebody speaks, and whether they have a word of what they mean. */
export type RequestKind = "en, shared words" | "en, other words" | "zh, shared words" | "zh, other words";

export type Labelled = { skill: string; said: string; kind: RequestKind };

/** The skills as a catalogue lists them. */
export const offered = skills.map(([name, description]) => ({
  kind: "skill" as const,
  name,
  signature: description,
  words: description,
}));

/** Every request with its kind, by the terms that the keyword matcher itself goes by. */
export const labelled: readonly Labelled[] = requests.map(([skill, said]) => {
  const card = skills.find(([name]) => name === skill)?.join(" ") ?? "";
  const has = new Set(searchTerms(card));
  const shared = searchTerms(said).some((term) => has.has(term));
  const language = /\p{Script=Han}/u.test(said) ? "zh" : "en";
  return { skill, said, kind: `${language}, ${shared ? "shared" : "other"} words` };
});
