import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import type { Translate } from "./catalogue.ts";
import { en } from "./en/index.ts";
import { type Numbers, numbersIn } from "./numbers.ts";
import { translator } from "./translate.ts";
import { zhCn } from "./zh-cn/index.ts";

/** The languages the console speaks. */
export const languages = { en: "English", "zh-CN": "简体中文" } as const;
export type Language = keyof typeof languages;

const catalogues = { en, "zh-CN": zhCn };

export type Words = { language: Language; t: Translate; numbers: Numbers };

/** The language a browser asks for, as far as the console speaks it. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (tag.toLowerCase().startsWith("zh")) return "zh-CN";
    if (tag.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

export function wordsIn(language: Language): Words {
  return { language, t: translator(catalogues[language], language), numbers: numbersIn(language) };
}

const LanguageContext = createContext<Words>(wordsIn("en"));

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const words = useMemo(() => wordsIn(language), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={words}>{children}</LanguageContext>;
}

/** The sentences and numbers of the chosen language. */
export function useWords(): Words {
  return useContext(LanguageContext);
}
