import type { Failure } from "@kestrel/protocol";
import type { EngineStatus, ModelId, ModelOnDisk } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import type { Shelf } from "./get-models.tsx";
import { ModelRow } from "./model-row.tsx";

type ModelListProps = { engine?: EngineStatus; shelf?: Shelf; onLoaded?: () => void };

/** The models on this disk, each with what it would take, and how to load one. */
export function ModelList({ engine, shelf, onLoaded }: ModelListProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [failure, setFailure] = useState<Failure>();
  const settled = engine?.state === "busy" ? "ready" : engine?.state;
  const found = useAnswer(`${settled} ${engine?.label} ${shelf?.version}`, () =>
    store.client.call("listModels"),
  );
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
  const load = async (id: ModelId, window: number) => {
    const told = await act(store.client.call("loadModel", { body: { id, window } }));
    if (told) onLoaded?.();
  };
  const unload = () => act(store.client.call("unloadModel", { body: {} }));
  const remove = async (id: ModelId) => {
    if (await act(store.client.call("removeModel", { body: { id } }))) shelf?.onChange();
  };
  const problem = failure ?? found.failure;
  return (
    <div className="stack gap-2">
      <FailureNotice failure={problem} />
      {found.value === undefined
        ? !found.failure && <p className="text-ui text-faint">{t("models.looking")}</p>
        : found.value.models
            .toSorted((one, other) => rank(one, found.value?.loaded) - rank(other, found.value?.loaded))
            .map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                engine={engine}
                loaded={model.id === found.value?.loaded}
                onLoad={(window) => void load(model.id, window)}
                onUnload={() => void unload()}
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

/** The one in use first, what cannot be used last. */
function rank({ id, damaged }: ModelOnDisk, loaded: ModelId | undefined): number {
  if (id === loaded) return 0;
  return damaged === undefined ? 1 : 2;
}
