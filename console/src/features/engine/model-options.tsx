import type { ModelOnDisk } from "@kestrel/protocol/api";
import type { ModelOptions as Options } from "@kestrel/protocol/downloads";
import { type ReactNode, useId } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Select } from "../../ui/select.tsx";

type ModelOptionsProps = {
  options: Options;
  /** Models usable as draft models for this one. */
  drafts: readonly ModelOnDisk[];
  onChange: (options: Options) => void;
};

const kinds = ["f16", "q8_0", "q4_0"] as const;
const switches = ["on", "off"] as const;

/** A model's load options besides its window. An option left at its default is the engine's choice. */
export function ModelOptions({ options, drafts, onChange }: ModelOptionsProps) {
  const { t } = useWords();
  const id = useId();
  const usual = { value: "", text: t("options.default") };
  const set = (part: Options) => onChange({ ...options, ...part });
  const chosen = <Word extends string>(words: readonly Word[], value: string) =>
    words.find((word) => word === value);
  return (
    <details className="text-ui">
      <summary className="opens text-dim">{t("options.title")}</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Field id={`${id}-layers`} label={t("options.layers")}>
          <input
            id={`${id}-layers`}
            type="number"
            min={0}
            max={9999}
            placeholder={t("options.default")}
            value={options.gpu_layers ?? ""}
            onChange={({ target }) =>
              set({
                gpu_layers: target.value === "" ? undefined : Math.max(0, Math.trunc(Number(target.value))),
              })
            }
            className="tabular h-9 w-full rounded-control border border-control bg-paper px-3"
          />
        </Field>
        <Field id={`${id}-kv`} label={t("options.kv")}>
          <Select
            id={`${id}-kv`}
            label={t("options.kv")}
            value={options.kv ?? ""}
            options={[usual, ...kinds.map((kind) => ({ value: kind, text: kind }))]}
            onChange={(value) => set({ kv: chosen(kinds, value) })}
            className="w-full"
          />
        </Field>
        <Field id={`${id}-flash`} label={t("options.flash")}>
          <Select
            id={`${id}-flash`}
            label={t("options.flash")}
            value={options.flash ?? ""}
            options={[usual, ...switches.map((word) => ({ value: word, text: t(`options.${word}`) }))]}
            onChange={(value) => set({ flash: chosen(switches, value) })}
            className="w-full"
          />
        </Field>
        <Field id={`${id}-draft`} label={t("options.draft")}>
          <Select
            id={`${id}-draft`}
            label={t("options.draft")}
            value={options.draft ?? ""}
            options={[
              { value: "", text: t("options.none") },
              ...drafts.map(({ path, name }) => ({ value: path, text: name })),
            ]}
            onChange={(value) => set({ draft: value === "" ? undefined : value })}
            className="w-full"
          />
        </Field>
      </div>
    </details>
  );
}

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-fine text-dim">
        {label}
      </label>
      {children}
    </div>
  );
}
