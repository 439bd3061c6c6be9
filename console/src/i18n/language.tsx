import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Catalogue, Translate } from "./catalogue.ts";
import type { en } from "./en/index.ts";
import { type Numbers, numbersIn } from "./numbers.ts";
import { translator } from "./translate.ts";

/** The console's languages: each one's native name, and its sentences, loaded on demand. */
export const languages = {
  en: { name: "English", load: () => import("./en/index.ts").then(({ en }) => en) },
  "zh-CN": { name: "简体中文", load: () => import("./zh-cn/index.ts").then(({ zhCn }) => zhCn) },
} satisfies Record<string, { name: string; load(): Promise<Catalogue> }>;
export type Language = keyof typeof languages;

export type Words = { language: Language; t: Translate; numbers: Numbers };

/** The first of a browser's preferred languages that `spoken` has, regardless of region; else English. */
export function languageOf<Spoken extends string = Language>(
  wanted: readonly string[],
  spoken: readonly Spoken[] = Object.keys(languages) as Spoken[],
): Spoken | "en" {
  const bare = (tag: string) => tag.toLowerCase().split("-", 1)[0];
  for (const tag of wanted) {
    const found = spoken.find((one) => bare(one) === bare(tag));
    if (found) return found;
  }
  return "en";
}

export async function loadWords(language: Language): Promise<Words> {
  const catalogue = await languages[language].load();
  return { language, t: translator<typeof en>(catalogue, language), numbers: numbersIn(language) };
}

const LanguageContext = createContext<Words | undefined>(undefined);

type LanguageProviderProps = { language: Language; first: Words; children: ReactNode };

/** `first`: the initial language; another one is shown once it is loaded. */
export function LanguageProvider({ language, first, children }: LanguageProviderProps) {
  const [words, setWords] = useState(first);
  useEffect(() => {
    let wanted = true;
    // The frame reports a failed load, in the current language.
    void loadWords(language).then(
      (loaded) => wanted && setWords(loaded),
      () => undefined, // expected: the frame reports a failed load
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.lang = words.language;
  }, [words]);
  return <LanguageContext value={words}>{children}</LanguageContext>;
}

/** The sentences and numbers of the chosen language. */
export function useWords(): Words {
  const words = useContext(LanguageContext);
  if (!words) throw new Error("no language above this component");
  return words;
}
