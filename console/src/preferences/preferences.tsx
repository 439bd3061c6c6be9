import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { type Language, LanguageProvider, languageOf, languages } from "../i18n/language.tsx";

export type Theme = "system" | "dark" | "light";
export type LanguageChoice = "system" | Language;

/** What a person chose for this browser. */
export type Preferences = {
  theme: Theme;
  language: LanguageChoice;
  setTheme(theme: Theme): void;
  setLanguage(language: LanguageChoice): void;
};

const PreferencesContext = createContext<Preferences | undefined>(undefined);
const isTheme = (value: string): value is Theme => ["system", "dark", "light"].includes(value);
const isLanguage = (value: string): value is LanguageChoice => value === "system" || value in languages;

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useStored("kestrel.theme", isTheme, "system");
  const [language, setLanguage] = useStored("kestrel.language", isLanguage, "system");
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  const preferences = useMemo(
    () => ({ theme, language, setTheme, setLanguage }),
    [theme, language, setTheme, setLanguage],
  );
  return (
    <PreferencesContext value={preferences}>
      <LanguageProvider language={language === "system" ? languageOf(navigator.languages) : language}>
        {children}
      </LanguageProvider>
    </PreferencesContext>
  );
}

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error("no preferences above this component");
  return preferences;
}

/** A choice kept in the browser; storage that is switched off only forgets it. */
function useStored<Value extends string>(
  key: string,
  fits: (value: string) => value is Value,
  otherwise: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const stored = readStored(key);
    return stored !== undefined && fits(stored) ? stored : otherwise;
  });
  const store = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // The choice holds until the page is closed.
      }
    },
    [key],
  );
  return [value, store];
}

function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
