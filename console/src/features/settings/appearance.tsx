import { type ReactNode, useId } from "react";
import { languages, useWords } from "../../i18n/language.tsx";
import { type LanguageChoice, type Theme, usePreferences } from "../../preferences/preferences.tsx";

const themes = ["system", "dark", "light"] as const satisfies readonly Theme[];

/** Theme and language of this browser. */
export function Appearance() {
  const { t } = useWords();
  const { theme, language, setTheme, setLanguage } = usePreferences();
  return (
    <section className="mt-6">
      <h2 className="text-16 font-semibold">{t("settings.look")}</h2>
      <p className="text-13 text-dim">{t("settings.look.text")}</p>
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
            ...Object.entries(languages).map(([one, name]) => [one, name] as [LanguageChoice, string]),
          ]}
        />
      </div>
    </section>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, ReactNode])[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChoose(chosen[0]);
        }}
        className="h-8 min-w-44 rounded-control border border-control bg-surface px-2 text-13"
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
