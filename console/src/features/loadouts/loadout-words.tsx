import type { SayOf, Translation } from "@kestrel/i18n";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { loadouts } from "../../i18n/en/loadouts.ts";
import { type Language, useWords } from "../../i18n/language.tsx";
import { translator } from "../../i18n/translate.ts";

type SayHere = SayOf<typeof loadouts>;

/** Not in the catalogue of the first load: these come with the page. */
const sentences: Record<Language, () => Promise<Translation<typeof loadouts>>> = {
  en: () => import("../../i18n/en/loadouts.ts").then((words) => words.loadouts),
  "zh-CN": () => import("../../i18n/zh-cn/loadouts.ts").then((words) => words.loadouts),
};

const Context = createContext<SayHere | undefined>(undefined);

/** Shows nothing until the words of this page are there. */
export function LoadoutWords({ children }: { children: ReactNode }) {
  const { language } = useWords();
  const [say, setSay] = useState<{ now: SayHere }>();
  useEffect(() => {
    let wanted = true;
    // Where they cannot be had the frame says so.
    void sentences[language]().then(
      (words) => wanted && setSay({ now: translator<typeof loadouts>(words, language) }),
      () => undefined, // expected: where they cannot be had the frame says so
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  return say && <Context value={say.now}>{children}</Context>;
}

/** The sentences of the pages of loadouts. */
export function useLoadoutWords(): SayHere {
  const say = useContext(Context);
  if (!say) throw new Error("no words above this component");
  return say;
}
