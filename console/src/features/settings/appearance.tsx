import { useId, useState } from "react";
import { languages, useWords } from "../../i18n/language.tsx";
import {
  type Editor,
  editors,
  type LanguageChoice,
  type NoticeChoice,
  type Theme,
  usePreferences,
} from "../../preferences/preferences.tsx";
import { passOver } from "../../session/failure.ts";
import { Select } from "../../ui/select.tsx";

const themes = ["system", "dark", "light"] as const satisfies readonly Theme[];

const editorNames: Record<Editor, string> = {
  vscode: "Visual Studio Code",
  vscodium: "VSCodium",
  cursor: "Cursor",
  zed: "Zed",
  idea: "IntelliJ IDEA",
};

/** Theme, language and editor of this browser. */
export function Appearance() {
  const { t } = useWords();
  const { notices, setNotices } = usePreferences();
  const { theme, language, editor, setTheme, setLanguage, setEditor } = usePreferences();
  const [blocked, setBlocked] = useState(
    () => notices === "on" && "Notification" in window && Notification.permission === "denied",
  );
  const choose = async (wanted: NoticeChoice) => {
    if (wanted !== "on") return setNotices(wanted);
    const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
    setBlocked(answer === "denied");
    // Dismissing the browser's own prompt is no answer.
    if (answer === "granted") setNotices("on");
  };
  return (
    <section className="mt-6">
      <h2 className="text-h3 font-semibold">{t("settings.look")}</h2>
      <p className="text-ui text-dim">{t("settings.look.text")}</p>
      <div className="mt-3 stack max-w-md gap-3">
        <Choice<Theme>
          label={t("settings.theme")}
          value={theme}
          onChoose={setTheme}
          options={themes.map((one) => [one, t(`settings.theme.${one}`)])}
        />
        <Choice<LanguageChoice>
          label={t("settings.language")}
          value={language}
          onChoose={setLanguage}
          options={[
            ["system", t("settings.language.system")],
            ...Object.entries(languages).map(([one, { name }]) => [one, name] as [LanguageChoice, string]),
          ]}
        />
        <Choice<Editor>
          label={t("settings.editor")}
          value={editor}
          onChoose={setEditor}
          options={editors.map((one) => [one, editorNames[one]])}
        />
        <Choice<NoticeChoice>
          label={t("settings.notices")}
          value={notices}
          onChoose={(wanted) => void choose(wanted).catch(passOver)}
          options={(["ask", "on", "off"] as const).map((one) => [one, t(`settings.notices.${one}`)])}
        />
        {blocked && (
          <p role="alert" className="text-ui text-danger">
            {t("settings.notices.blocked")}
          </p>
        )}
      </div>
    </section>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={name}>{label}</label>
      <Select
        id={name}
        label={label}
        value={value}
        options={options.map(([one, text]) => ({ value: one, text }))}
        onChange={onChoose}
        className="max-w-64"
      />
    </div>
  );
}
