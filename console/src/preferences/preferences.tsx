import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { type Language, LanguageProvider, languageOf, languages, type Words } from "../i18n/language.tsx";

export type Theme = "system" | "dark" | "light";
export type LanguageChoice = "system" | Language;

/** Editors with a URL scheme for opening files. */
export const editors = ["vscode", "vscodium", "cursor", "zed", "idea"] as const;
export type Editor = (typeof editors)[number];

export type NoticeChoice = "ask" | "on" | "off";
type PanelChoice = "open" | "closed";
type DiffChoice = "unified" | "split";

/** The user's preferences in this browser. */
export type Preferences = {
  theme: Theme;
  language: LanguageChoice;
  /** The panel next to a session on a wide page. */
  panel: PanelChoice;
  /** The layout of diffs in approvals and reviews, when both sides fit. */
  diffs: DiffChoice;
  /** Whether to send system notifications while the page is hidden; `ask`: a long turn offers them. */
  notices: NoticeChoice;
  setTheme(theme: Theme): void;
  editor: Editor;
  setLanguage(language: LanguageChoice): void;
  setEditor(editor: Editor): void;
  setPanel(panel: PanelChoice): void;
  setDiffs(diffs: DiffChoice): void;
  setNotices(notices: NoticeChoice): void;
};

const PreferencesContext = createContext<Preferences | undefined>(undefined);
const isTheme = (value: string): value is Theme => ["system", "dark", "light"].includes(value);
const isEditor = (value: string): value is Editor => editors.some((one) => one === value);
const isNotices = (value: string): value is NoticeChoice => ["ask", "on", "off"].includes(value);
const isPanel = (value: string): value is PanelChoice => value === "open" || value === "closed";
const isDiffs = (value: string): value is DiffChoice => value === "unified" || value === "split";
const isLanguage = (value: string): value is LanguageChoice => value === "system" || value in languages;

/** The initial language: the chosen one, else the browser's. */
export function firstLanguage(): Language {
  const chosen = readCookie("kestrel.language");
  return spoken(chosen !== undefined && isLanguage(chosen) ? chosen : "system");
}

const spoken = (choice: LanguageChoice): Language =>
  choice === "system" ? languageOf(navigator.languages) : choice;

export function PreferencesProvider({ words, children }: { words: Words; children: ReactNode }) {
  const [theme, setTheme] = useStored("kestrel.theme", isTheme, "system");
  const [language, setLanguage] = useStored("kestrel.language", isLanguage, "system");
  const [editor, setEditor] = useStored("kestrel.editor", isEditor, "vscode");
  const [notices, setNotices] = useStored("kestrel.notices", isNotices, "ask");
  const [panel, setPanel] = useStored("kestrel.panel", isPanel, "open");
  const [diffs, setDiffs] = useStored("kestrel.diffs", isDiffs, "unified");
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
    tellManual(theme);
  }, [theme]);
  const preferences = useMemo(
    () => ({
      ...{ theme, language, editor, panel, notices, diffs },
      ...{ setTheme, setLanguage, setEditor, setPanel, setNotices, setDiffs },
    }),
    [
      theme,
      language,
      editor,
      panel,
      notices,
      diffs,
      setTheme,
      setLanguage,
      setEditor,
      setPanel,
      setNotices,
      setDiffs,
    ],
  );
  return (
    <PreferencesContext value={preferences}>
      <LanguageProvider language={spoken(language)} first={words}>
        {children}
      </LanguageProvider>
    </PreferencesContext>
  );
}

/** The manual has the same origin and reads its theme from local storage. */
function tellManual(theme: Theme): void {
  try {
    localStorage.setItem("vitepress-theme-appearance", theme === "system" ? "auto" : theme);
  } catch {
    // expected: storage is disabled
  }
}

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error("no preferences above this component");
  return preferences;
}

/**
 * A choice kept in this browser, as a cookie: each login clears the storage of this origin, because an earlier program may have left
 * something there. With cookies disabled it lasts until the page is closed.
 */
function useStored<Value extends string>(
  key: string,
  fits: (value: string) => value is Value,
  otherwise: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const stored = readCookie(key);
    return stored !== undefined && fits(stored) ? stored : otherwise;
  });
  const store = useCallback(
    (next: Value) => {
      setValue(next);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store interface is missing in two of three browsers
      document.cookie = `${key}=${next}; path=/; max-age=${yearInSeconds}; samesite=strict`;
    },
    [key],
  );
  return [value, store];
}

const yearInSeconds = 31_536_000;

function readCookie(key: string): string | undefined {
  const kept = document.cookie.split("; ").find((one) => one.startsWith(`${key}=`));
  return kept?.slice(key.length + 1);
}
