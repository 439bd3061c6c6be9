import type { SayOf, Translation } from "@kestrel/i18n";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { loadouts } from "../../i18n/en/loadouts.ts";
import { type Language, useWords } from "../../i18n/language.tsx";
import { translator } from "../../i18n/translate.ts";

type SayHere = SayOf<typeof loadouts>;

/** Not in the main catalogue: these are loaded with the page. */
const sentences: Record<Language, () => Promise<Translation<typeof loadouts>>> = {
  en: () => import("../../i18n/en/loadouts.ts").then((words) => words.loadouts),
  "zh-CN": () => import("../../i18n/zh-cn/loadouts.ts").then((words) => words.loadouts),
};

const Context = createContext<SayHere | undefined>(undefined);

/** Renders nothing until this page's sentences are loaded. */
export function LoadoutWords({ children }: { children: ReactNode }) {
  const { language } = useWords();
  const [say, setSay] = useState<{ now: SayHere }>();
  useEffect(() => {
    let wanted = true;
    // The frame reports a failed load.
    void sentences[language]().then(
      (words) => wanted && setSay({ now: translator<typeof loadouts>(words, language) }),
      () => undefined, // expected: the frame reports a failed load
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  return say && <Context value={say.now}>{children}</Context>;
}

/** The sentences of the loadout pages. */
export function useLoadoutWords(): SayHere {
  const say = useContext(Context);
  if (!say) throw new Error("no words above this component");
  return say;
}
