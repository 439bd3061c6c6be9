import type { Failure } from "@kestrel/protocol";
import type { KnownModel, MachineForModels, ModelDownload } from "@kestrel/protocol/downloads";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useLoad } from "../../models/use-load.ts";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Polling interval of a running download, also one started by another client. Milliseconds. */
const lookEveryMs = 1_000;
const lookIdleMs = 5_000;

const isActive = ({ state }: ModelDownload) => ["waiting", "running", "checking"].includes(state);

/** `version` changes when a model is added to the disk or deleted; both lists of a page reload then. */
export type Shelf = { version: number; onChange: () => void };

/** Models that fit this machine, and downloads. The daemon downloads: closing the page stops nothing. */
export function GetModels({ shelf }: { shelf: Shelf }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const [times, setTimes] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [asked, setAsked] = useState<string>();
  const { value: list, set } = useAnswer(`${times}`, () => client.call("listDownloads"));
  const downloads = list?.downloads ?? [];
  const done = downloads.filter(({ state }) => state === "done").length;
  const known = useAnswer(`${shelf.version}`, () => client.call("knownModels", { body: {} }));
  const { onChange } = shelf;
  useEffect(() => {
    if (done > 0) onChange();
  }, [done]);
  const isBusy = downloads.some(isActive);
  useEffect(() => {
    const timer = setInterval(() => setTimes((before) => before + 1), isBusy ? lookEveryMs : lookIdleMs);
    return () => clearInterval(timer);
  }, [isBusy]);
  const act = async (source: string, action: () => Promise<unknown>) => {
    setFailure(undefined);
    setAsked(source);
    try {
      await action();
      set(await client.call("listDownloads"));
    } catch (thrown) {
      setFailure(failureOf(thrown));
    }
    setAsked(undefined);
  };
  const deeds: Deeds = {
    asked,
    get: (source) => act(source, () => client.call("startDownload", { body: { source } })),
    pause: ({ id, source }) => act(source, () => client.call("pauseDownload", { body: { id } })),
    drop: ({ id, source }) => act(source, () => client.call("dropDownload", { body: { id } })),
  };
  const models = known.value?.models ?? [];
  const others = downloads.filter(({ source }) => models.every((model) => model.source !== source));
  return (
    <section className="mt-10" aria-label={t("get.title")}>
      <h2 className="text-h3 font-semibold">{t("get.title")}</h2>
      <p className="mt-1 mb-4 text-ui text-dim">{t("get.text")}</p>
      {known.value && <Machine machine={known.value.machine} />}
      <FailureNotice failure={failure ?? known.failure} />
      <ul className="mt-2" aria-label={t("get.title")}>
        {others.map((download) => (
          <Row key={download.id} name={download.name} download={download} deeds={deeds} />
        ))}
        {models.map((model) => (
          <Row
            key={model.name}
            name={model.name}
            model={model}
            download={downloads.find(({ source }) => source === model.source)}
            deeds={deeds}
          />
        ))}
      </ul>
      <Another deeds={deeds} />
    </section>
  );
}

type Deeds = {
  /** The current request. */
  asked?: string;
  get(source: string): Promise<void>;
  pause(download: ModelDownload): Promise<void>;
  drop(download: ModelDownload): Promise<void>;
};

function Machine({ machine }: { machine: MachineForModels }) {
  const { t, numbers } = useWords();
  const { memory, available, cores, disk, video } = machine;
  const used = Math.max(0, memory - available) / memory;
  return (
    <div className="rounded-card border border-line bg-card px-4 py-3 text-ui">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="font-semibold">{t("get.machine")}</span>{" "}
          <span className="text-dim">
            {t("get.machine.text", { memory: numbers.bytes(memory), cores })}
            {", "}
            {video ? t("get.machine.video", { name: video.name }) : t("get.machine.cpu")}
          </span>
        </span>
        <span className="tabular font-semibold">
          {t("get.machine.free", { bytes: numbers.bytes(available) })}
        </span>
      </p>
      <span className="mt-2 block h-2 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line">
        <span className="block h-full bg-dim" style={{ width: `${used * 100}%` }} />
      </span>
      {disk !== undefined && (
        <p className="tabular mt-2 text-fine text-faint">{t("get.disk", { bytes: numbers.bytes(disk) })}</p>
      )}
    </div>
  );
}

const tones = { good: "ok", tight: "warn", slow: "warn", "too-large": "plain" } as const;

type RowProps = { name: string; model?: KnownModel; download?: ModelDownload; deeds: Deeds };

/** One model: its purpose and fit, or its download progress. */
function Row({ name, model, download, deeds }: RowProps) {
  const { t, numbers } = useWords();
  const { load, asking, failure } = useLoad();
  const shown = download && download.state !== "done" ? download : undefined;
  const isHere = model?.here !== undefined || download?.state === "done";
  const loadIt = () => void load(model?.here ? { id: model.here } : { path: String(download?.path) });
  const facts = model && [
    model.quantisation,
    `${model.exact ? "" : "~"}${numbers.bytes(model.bytes)}`,
    t("get.needs", { bytes: numbers.bytes(model.need) }),
    `~${numbers.speed(model.speed)} tok/s`,
    model.licence,
  ];
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_15rem]">
          <p className="flex flex-wrap items-center gap-2">
            <strong className="min-w-0 font-medium [overflow-wrap:anywhere]">
              <VisibleText text={name} />
            </strong>
            {model && <Chip tone={tones[model.fit]}>{t(`get.fit.${model.fit}`)}</Chip>}
          </p>
          {model && (
            <p className="text-ui text-dim">
              {t(`get.good.${model.goodFor}`)}
              {model.measured && ` ${t("get.measured")}`}
            </p>
          )}
          <p className="tabular text-fine text-faint [overflow-wrap:anywhere]">
            {facts ? facts.join(" · ") : <VisibleText text={download?.source ?? ""} />}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {isHere ? (
            <Button icon="play" disabled={asking} onClick={loadIt} aria-label={t("get.load.this", { name })}>
              {t("models.load")}
            </Button>
          ) : shown && isActive(shown) ? (
            <Button
              icon="stop"
              disabled={deeds.asked !== undefined}
              onClick={() => void deeds.pause(shown)}
              aria-label={t("get.pause.this", { name })}
            >
              {t("get.pause")}
            </Button>
          ) : (
            <Button
              disabled={deeds.asked !== undefined}
              onClick={() => void deeds.get(shown?.source ?? model?.source ?? name)}
              aria-label={
                shown
                  ? t("get.go-on.this", { name })
                  : t("get.this", { name, bytes: numbers.bytes(model?.bytes ?? 0) })
              }
            >
              {shown ? t("get.go-on") : `${t("get.get")} `}
              {model && !shown && <span className="text-dim">{numbers.bytes(model.bytes)}</span>}
            </Button>
          )}
          {shown && (
            <IconButton
              icon="close"
              label={t("get.drop", { name })}
              disabled={deeds.asked !== undefined}
              onClick={() => void deeds.drop(shown)}
            />
          )}
        </div>
      </div>
      {shown && <HowFar download={shown} />}
      {deeds.asked === model?.source && model && !shown && (
        <p role="status" className="mt-2 text-fine text-faint">
          {t("get.asking")}
        </p>
      )}
      {(shown?.failure ?? failure) && (
        <p role="alert" className="mt-2 text-ui text-danger [overflow-wrap:anywhere]">
          <FailureText failure={shown?.failure ?? failure ?? { code: "unknown" }} />
        </p>
      )}
      {download?.state === "done" && download.found && (
        <p role="status" className="mt-2 text-fine text-faint">
          {t(download.verified ? "get.found.right" : "get.found")}
        </p>
      )}
      {download?.state === "done" && !download.verified && (
        <p className="mt-2 text-fine text-warn">{t("get.unverified")}</p>
      )}
    </li>
  );
}

function HowFar({ download }: { download: ModelDownload }) {
  const { t, numbers } = useWords();
  const { state, received, total, speed } = download;
  const left = total !== undefined && speed ? ((total - received) / speed) * 1000 : undefined;
  const words = [
    total === undefined
      ? numbers.bytes(received)
      : t("get.progress", { received: numbers.bytes(received), total: numbers.bytes(total) }),
    state === "running" && speed !== undefined && t("get.speed", { bytes: numbers.bytes(speed) }),
    state === "running" && left !== undefined && `~${numbers.duration(left)}`,
    state !== "running" && state !== "done" && t(`get.state.${state}`),
  ].filter((word) => word !== false);
  const share = total ? (received / total) * 100 : 0;
  return (
    <div className="mt-3">
      <span
        role="progressbar"
        aria-label={download.name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share)}
        className="block h-1.5 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line"
      >
        <span className="block h-full bg-accent" style={{ width: `${share}%` }} />
      </span>
      <p className="tabular mt-1 text-fine text-dim">{words.join(" · ")}</p>
    </div>
  );
}

/** Any other model: from a repository, or an address. */
function Another({ deeds }: { deeds: Deeds }) {
  const { t } = useWords();
  const id = useId();
  const [source, setSource] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (source.trim() !== "") void deeds.get(source.trim());
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <PathField
        id={id}
        label={t("get.another")}
        hint={t("get.another.hint")}
        value={source}
        onChange={setSource}
      >
        <Button type="submit" disabled={deeds.asked !== undefined || source.trim() === ""}>
          {t("get.get")}
        </Button>
      </PathField>
    </form>
  );
}
