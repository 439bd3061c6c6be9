import type { LoadoutDraft, ModelOnDisk } from "@kestrel/protocol/api";
import { needWith, windowsOf } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import { useWords } from "../../i18n/language.tsx";
import { Labelled } from "./labelled.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

type ModelChoiceProps = {
  label: string;
  /** What stands for none of them. */
  none: string;
  chosen: LoadoutDraft["model"];
  models: readonly ModelOnDisk[];
  onChoose: (model: LoadoutDraft["model"]) => void;
};

/** A model of this disk with its window, each with what it would take; nothing is loaded. */
export function ModelChoice({ label, none, chosen, models, onChoose }: ModelChoiceProps) {
  const { t, numbers } = useWords();
  const say = useLoadoutWords();
  const found = models.find(({ path }) => path === chosen?.path);
  const needOf = ({ memory }: ModelOnDisk, window: number) => {
    const need = memory && needWith(memory, window);
    return need ? `~${numbers.bytes(need.weights + need.cache)}` : say("memory.unknown");
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <Labelled label={label}>
          {(ties) => (
            <select
              {...ties}
              value={chosen?.path ?? ""}
              onChange={({ target }) => {
                const model = models.find(({ path }) => path === target.value);
                const window = model?.memory?.window;
                onChoose(model && { path: model.path, ...(window !== undefined && { window }) });
              }}
              className="h-9 min-w-0 rounded-control border border-control bg-paper px-2 text-13"
            >
              <option value="">{none}</option>
              {models
                .filter(({ damaged }) => damaged === undefined)
                .map((model) => (
                  <option key={model.path} value={model.path}>
                    {visibleText(model.name)} · {model.quantisation ?? numbers.bytes(model.bytes)}
                    {model.memory &&
                      ` · ${say("new.model.need", { bytes: needOf(model, model.memory.window), window: numbers.window(model.memory.window) })}`}
                  </option>
                ))}
            </select>
          )}
        </Labelled>
      </div>
      {found && chosen && (
        <Labelled label={say("new.window")}>
          {(ties) => (
            <select
              {...ties}
              value={chosen.window ?? ""}
              onChange={({ target }) => onChoose({ path: chosen.path, window: Number(target.value) })}
              className="tabular h-9 rounded-control border border-control bg-paper px-2 text-13"
            >
              {windowsOf(found, chosen.window).map((size) => (
                <option key={size} value={size}>
                  {t("engine.tokens", { count: size })} · {needOf(found, size)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
    </div>
  );
}
