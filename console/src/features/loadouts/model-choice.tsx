import type { LoadoutDraft, ModelOnDisk } from "@kestrel/protocol/api";
import { needWith, windowsOf } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import { useWords } from "../../i18n/language.tsx";
import { Select } from "../../ui/select.tsx";
import { Labelled } from "./labelled.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

type ModelChoiceProps = {
  label: string;
  /** The label for no choice. */
  none: string;
  chosen: LoadoutDraft["model"];
  models: readonly ModelOnDisk[];
  onChoose: (model: LoadoutDraft["model"]) => void;
};

/** A model of this disk with its window, each with its memory need; nothing is loaded. */
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
            <Select
              {...ties}
              label={label}
              value={chosen?.path ?? ""}
              options={[
                { value: "", text: none },
                ...models
                  .filter(({ damaged }) => damaged === undefined)
                  .map((model) => ({
                    value: model.path,
                    text: `${visibleText(model.name)} · ${model.quantisation ?? numbers.bytes(model.bytes)}`,
                    ...(model.memory && {
                      hint: say("new.model.need", {
                        bytes: needOf(model, model.memory.window),
                        window: numbers.window(model.memory.window),
                      }),
                    }),
                  })),
              ]}
              onChange={(path) => {
                const model = models.find((one) => one.path === path);
                const window = model?.memory?.window;
                onChoose(model && { path: model.path, ...(window !== undefined && { window }) });
              }}
            />
          )}
        </Labelled>
      </div>
      {found && chosen && (
        <Labelled label={say("new.window")}>
          {(ties) => (
            <Select
              {...ties}
              label={say("new.window")}
              value={`${chosen.window ?? ""}`}
              options={windowsOf(found, chosen.window).map((size) => ({
                value: `${size}`,
                text: t("engine.tokens", { count: size }),
                hint: needOf(found, size),
              }))}
              onChange={(size) => onChoose({ path: chosen.path, window: Number(size) })}
              className="tabular min-w-44"
            />
          )}
        </Labelled>
      )}
    </div>
  );
}
