import type { EngineStatus, ModelOnDisk } from "@kestrel/protocol/api";
import type { ModelOptions as Options } from "@kestrel/protocol/downloads";
import { needWith, windowsOf } from "@kestrel/session-state";
import { useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ModelOptions } from "./model-options.tsx";
import { parametersText } from "./parameters-text.ts";

type ModelRowProps = {
  model: ModelOnDisk;
  engine?: EngineStatus;
  /** As the main model, or beside it. */
  loaded: "main" | "beside" | undefined;
  /** Its default load options, and usable draft models. */
  options: Options;
  drafts: readonly ModelOnDisk[];
  onLoad: (options: Options, beside?: true) => void;
  onUnload: () => void;
  /** Only Kestrel's own downloads can be deleted here. */
  onDelete: () => void;
};

/** One model: a summary line; when opened, its memory need with a window of the user's choice. */
export function ModelRow({ onDelete, ...props }: ModelRowProps) {
  const { model, engine, loaded } = props;
  const { t, numbers } = useWords();
  const { memory, damaged } = model;
  const need = memory && numbers.bytes(memory.weights + memory.cache);
  return (
    <details className="group/model border-t border-line">
      <summary className="-mx-3 my-1 flex min-h-12 items-center gap-3 rounded-card px-3 py-2 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <VisibleText text={model.name} />
          </span>
          <span className="tabular block text-fine text-dim sm:truncate">
            <VisibleText text={kindOf(model, numbers).join(" · ")} />
          </span>
        </span>
        {loaded && (
          <Chip tone="ok">
            {t(
              engine?.state === "starting"
                ? "models.loading"
                : loaded === "beside"
                  ? "models.loaded.beside"
                  : "models.loaded",
            )}
          </Chip>
        )}
        {model.place === "kestrel" && <Chip>{t("models.built-in")}</Chip>}
        {damaged !== undefined && <Chip tone="danger">{t("models.damaged")}</Chip>}
        {need && memory && (
          <span className="tabular hidden flex-none text-fine text-faint sm:block">
            {t("models.need", { bytes: need, window: numbers.window(memory.window) })}
          </span>
        )}
        <Icon
          name="chevron"
          size={12}
          className="text-faint transition-transform duration-150 ease-out group-open/model:rotate-90"
        />
      </summary>
      <div className="stack gap-3 pt-1 pb-5 text-ui">
        <p className="font-mono text-fine text-faint [overflow-wrap:anywhere]">
          <VisibleText text={model.path} />
        </p>
        {damaged === undefined ? (
          <Loading {...props} />
        ) : (
          <p className="text-danger">{t("models.damaged.why", { text: damaged })}</p>
        )}
        {model.place === "downloaded" && (
          <SureButton
            question={t("models.delete.sure", { name: model.name, bytes: numbers.bytes(model.bytes) })}
            yes={t("models.delete")}
            no={t("models.delete.no")}
            onSure={onDelete}
          >
            {t("models.delete")}
          </SureButton>
        )}
      </div>
    </details>
  );
}

function Loading({
  model,
  engine,
  loaded,
  options,
  drafts,
  onLoad,
  onUnload,
}: Omit<ModelRowProps, "onDelete">) {
  const { t, numbers } = useWords();
  const field = useId();
  const running = loaded ? engine?.model?.window : undefined;
  const windows = windowsOf(model, running);
  const [own, setOwn] = useState(options);
  const [window, setWindow] = useState(
    running ?? options.window ?? model.memory?.window ?? windows[0] ?? 8_192,
  );
  const need = model.memory && needWith(model.memory, window);
  const busy = engine?.state === "busy" || engine?.state === "stopping";
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={field} className="text-dim">
          {t("engine.window")}
        </label>
        <Select
          id={field}
          label={t("engine.window")}
          value={`${window}`}
          options={windows.map((size) => ({ value: `${size}`, text: t("engine.tokens", { count: size }) }))}
          onChange={(size) => setWindow(Number(size))}
          className="tabular max-w-44"
        />
        <span className="flex-1" />
        {loaded && (
          <Button icon="stop" onClick={onUnload} disabled={busy}>
            {t("models.unload")}
          </Button>
        )}
        {!loaded && engine?.label !== undefined && (
          <Button onClick={() => onLoad({ ...own, window }, true)}>{t("models.load.beside")}</Button>
        )}
        <Button
          look={loaded ? "plain" : "primary"}
          icon="play"
          onClick={() => onLoad({ ...own, window }, loaded === "beside" || undefined)}
          disabled={busy}
        >
          {t(loaded ? "models.reload" : "models.load")}
        </Button>
      </div>
      {need && model.memory ? (
        <p className="tabular text-dim">
          {t("models.estimate", {
            sum: numbers.bytes(need.weights + need.cache),
            weights: numbers.bytes(need.weights),
            cache: numbers.bytes(need.cache),
          })}{" "}
          {t("models.estimate.thousand", { bytes: numbers.bytes(model.memory.perThousand) })}
        </p>
      ) : (
        <p className="text-dim">{t("models.estimate.unknown")}</p>
      )}
      <ModelOptions options={own} drafts={drafts} onChange={setOwn} />
      {busy && <p className="text-fine text-faint">{t("models.busy")}</p>}
    </>
  );
}

/** Quantisation, size and other facts from its header, shortest first. */
function kindOf(model: ModelOnDisk, numbers: ReturnType<typeof useWords>["numbers"]): string[] {
  const { quantisation, parameters, bytes, trainedWindow, architecture, place } = model;
  return [
    quantisation,
    numbers.bytes(bytes),
    parameters && parametersText(parameters, numbers.speed),
    trainedWindow && `≤ ${numbers.window(trainedWindow)}`,
    architecture,
    place === "configured" || place === "kestrel" ? undefined : placeNames[place],
  ].filter((part): part is string => typeof part === "string" && part !== "");
}

/** Product names are the same in every language. */
const placeNames = {
  downloaded: "Kestrel",
  "lm-studio": "LM Studio",
  "hugging-face": "Hugging Face",
  "llama-cpp": "llama.cpp",
};
