import type { Failure } from "@kestrel/protocol";
import { type EngineStatus, findHeld, type ModelId, type ModelOnDisk } from "@kestrel/protocol/api";
import { type ModelOptions, optionsOfModel, withModelOptions } from "@kestrel/protocol/downloads";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import type { Shelf } from "./get-models.tsx";
import { ModelRow } from "./model-row.tsx";

type ModelListProps = { engine?: EngineStatus; shelf?: Shelf; onLoaded?: () => void };

/** The models on this disk, each with its memory need and load options. */
export function ModelList({ engine, shelf, onLoaded }: ModelListProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [failure, setFailure] = useState<Failure>();
  const settled = engine?.state === "busy" ? "ready" : engine?.state;
  const found = useAnswer(`${settled} ${engine?.label} ${shelf?.version}`, () =>
    store.client.call("listModels"),
  );
  const loaded = useConsole((state) => state.beside)?.filter(({ status }) => status.state !== "stopped");
  const besideOf = ({ path, place }: ModelOnDisk) =>
    findHeld({ accepted: place === "kestrel" ? { builtIn: true } : { path } }, loaded ?? []);
  const act = (asked: Promise<unknown>) => {
    setFailure(undefined);
    return asked.then(
      () => true,
      (thrown: unknown) => {
        setFailure(failureOf(thrown));
        return false;
      },
    );
  };
  const settings = useAnswer("", () => store.client.call("settings"));
  const listed = settings.value?.settings.find(({ key }) => key === "models.options")?.value;
  const kept = Array.isArray(listed) ? listed : [];
  /** Changed options are saved first: they apply to every later start of this model. */
  const keep = async (name: string, options: ModelOptions) => {
    const value = withModelOptions(kept, name, options);
    if (JSON.stringify(value) === JSON.stringify(kept)) return;
    const body = { key: "models.options", value: value.length === 0 ? null : value };
    settings.set(await store.client.call("changeSetting", { body }));
  };
  const load = async ({ id, name }: ModelOnDisk, options: ModelOptions, beside?: true) => {
    const before = optionsOfModel(kept, name);
    const isChanged = Object.keys({ ...before, ...options }).some(
      (key) => before[key as keyof ModelOptions] !== options[key as keyof ModelOptions],
    );
    const told = await act(
      (isChanged ? keep(name, options) : Promise.resolve()).then(() =>
        store.client.call("loadModel", { body: { id, window: options.window, beside } }),
      ),
    );
    if (told) onLoaded?.();
  };
  const unload = (id: string | undefined) =>
    act(
      id === undefined
        ? store.client.call("unloadModel", { body: {} })
        : store.client.call("stopEngine", { body: { id } }),
    );
  const remove = async (id: ModelId) => {
    if (await act(store.client.call("removeModel", { body: { id } }))) shelf?.onChange();
  };
  /** The main model first, then those beside it; unusable ones last. */
  const rank = (model: ModelOnDisk) =>
    model.id === found.value?.loaded ? 0 : besideOf(model) ? 1 : model.damaged === undefined ? 2 : 3;
  const problem = failure ?? found.failure;
  return (
    <div className="stack">
      <FailureNotice failure={problem} />
      {found.value === undefined || (settings.value === undefined && !settings.failure)
        ? !found.failure && <p className="text-ui text-faint">{t("models.looking")}</p>
        : found.value.models
            .toSorted((one, other) => rank(one) - rank(other))
            .map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                engine={besideOf(model)?.status ?? engine}
                loaded={model.id === found.value?.loaded ? "main" : besideOf(model) && "beside"}
                options={optionsOfModel(kept, model.name)}
                drafts={
                  found.value?.models.filter(
                    ({ id, place, bytes }) => id !== model.id && place !== "kestrel" && bytes < model.bytes,
                  ) ?? []
                }
                onLoad={(options, beside) => void load(model, options, beside)}
                onUnload={() => void unload(besideOf(model)?.id)}
                onDelete={() => void remove(model.id)}
              />
            ))}
      {found.value?.models.every(({ place }) => place === "kestrel") && <NoModels />}
    </div>
  );
}

function NoModels() {
  const { t } = useWords();
  return (
    <div className="stack gap-2 rounded-card border border-line bg-card px-4 py-3">
      <p className="text-dim">{t("models.none")}</p>
      <CommandLine program="models load /path/to/model.gguf" />
    </div>
  );
}
