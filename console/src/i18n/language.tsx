import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Translate } from "./catalogue.ts";
import type { en } from "./en/index.ts";
import { type Numbers, numbersIn } from "./numbers.ts";
import { translator } from "./translate.ts";

/** The languages the console speaks. */
export const languages = { en: "English", "zh-CN": "简体中文" } as const;
export type Language = keyof typeof languages;

/** Only the one that is spoken is loaded. */
const catalogues = {
  en: () => import("./en/index.ts").then(({ en }) => en),
  "zh-CN": () => import("./zh-cn/index.ts").then(({ zhCn }) => zhCn),
};

export type Words = { language: Language; t: Translate; numbers: Numbers };

/** The language a browser asks for, as far as the console speaks it. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (tag.toLowerCase().startsWith("zh")) return "zh-CN";
    if (tag.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

export async function loadWords(language: Language): Promise<Words> {
  const catalogue = await catalogues[language]();
  return { language, t: translator<typeof en>(catalogue, language), numbers: numbersIn(language) };
}

const LanguageContext = createContext<Words | undefined>(undefined);

type LanguageProviderProps = { language: Language; first: Words; children: ReactNode };

/** `first`: what the page begins with; another language is spoken as soon as it is loaded. */
export function LanguageProvider({ language, first, children }: LanguageProviderProps) {
  const [words, setWords] = useState(first);
  useEffect(() => {
    let wanted = true;
    // Where it cannot be had the frame says so, in the language that is there.
    void loadWords(language).then(
      (loaded) => wanted && setWords(loaded),
      () => undefined, // expected: where they cannot be had the frame says so
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
