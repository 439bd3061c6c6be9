import type { Failure } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { type ReactNode, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { InternalFailures } from "../../logs/internal-failures.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OwnModelLink } from "../../ui/own-model-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { EngineFacts } from "./engine-facts.tsx";
import { EngineState } from "./engine-state.tsx";
import { EnginesBeside } from "./engines-beside.tsx";
import { FetchEngine } from "./fetch-engine.tsx";
import { GetModels } from "./get-models.tsx";
import { LentModel } from "./lent-model.tsx";
import { ModelList } from "./model-list.tsx";
import { ModelProfile } from "./model-profile.tsx";
import { startsAgain } from "./starts-again.ts";
import { UnloadCountdown } from "./unload-countdown.tsx";
import { UseFile } from "./use-file.tsx";
import { UseServer } from "./use-server.tsx";
import { useShelf } from "./use-shelf.ts";

type EnginePageProps = {
  engine?: EngineStatus;
  menu: ReactNode;
  ownModelAddress: string;
  /** The address of a new session. */
  startAddress: string;
  onStart: () => Promise<unknown>;
  onStop: () => Promise<unknown>;
};

/** The engine: its state, arguments and latest output. */
export function EnginePage(props: EnginePageProps) {
  const { engine, menu, ownModelAddress, startAddress, onStart, onStop } = props;
  const { t } = useWords();
  const shelf = useShelf();
  const [failure, setFailure] = useState<Failure>();
  const act = (action: () => Promise<unknown>) => {
    setFailure(undefined);
    action().catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  const runs = engine && ["ready", "busy", "starting"].includes(engine.state);
  const ours = engine?.source === undefined || engine.source === "self";
  const command = engine?.command?.map(quoted).join(" ");
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column pt-4 pb-12 md:pt-10">
        <div className="flex flex-wrap items-start gap-4">
          <div className="min-w-0 flex-1">
            <h1 className="text-h1 font-semibold">{t("engine.title")}</h1>
            <p className="mt-1 text-dim">{t("engine.text")}</p>
          </div>
          {ours && engine && (runs || startsAgain(engine)) && (
            <div className="flex gap-2">
              {runs ? (
                <Button icon="stop" onClick={() => act(onStop)} disabled={engine.state === "starting"}>
                  {t("engine.stop")}
                </Button>
              ) : (
                <Button
                  look="primary"
                  icon="play"
                  onClick={() => act(onStart)}
                  disabled={engine.state === "stopping"}
                >
                  {t("engine.start")}
                </Button>
              )}
            </div>
          )}
        </div>

        <div className="mt-6 stack gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <EngineState engine={engine} />
            {engine?.state === "ready" && engine.unloadsAt && <UnloadCountdown at={engine.unloadsAt} />}
            {engine?.state === "stopped" && ours && !engine.failure && (
              <span className="text-ui text-dim">{t("engine.stopped.text")}</span>
            )}
          </div>
          {engine?.state === "starting" && engine.progress !== undefined && (
            <LoadBar share={engine.progress} />
          )}
          {(failure ?? engine?.failure) && (
            <Notice tone="danger" role="alert">
              <FailureText failure={failure ?? engine?.failure ?? { code: "unknown" }} />
              {!ours && engine?.state === "failed" && (
                <Button className="mt-2" onClick={() => act(onStart)}>
                  {t("fetch.again")}
                </Button>
              )}
            </Notice>
          )}
          {engine?.model?.traits?.notice && (
            <Notice>
              <p>{t(`engine.notice.${engine.model.traits.notice}.text`, { label: engine.model.label })}</p>
              <OwnModelLink address={ownModelAddress} />
            </Notice>
          )}
          {engine?.model?.limits?.map((limit) => (
            <Notice key={limit}>
              <CodeWords text={t(`limit.${limit}`)} />
              {limit === "cpu_engine" && <FetchEngine isHere="on-processor" />}
            </Notice>
          ))}
        </div>

        <section className="mt-10">
          <h2 className="text-h3 font-semibold">{t("models.title")}</h2>
          <p className="mt-1 mb-4 text-ui text-dim">{t("models.text")}</p>
          <ModelList engine={engine} shelf={shelf} />
        </section>

        <EnginesBeside engine={engine} />

        {engine?.failure?.code === "engine_not_found" && <FetchEngine />}
        <GetModels shelf={shelf} />

        <div className="mt-10 grid gap-6">
          <UseFile />
          <UseServer startAddress={startAddress} />
        </div>

        {engine && (
          <div className="mt-8">
            <EngineFacts engine={engine} />
          </div>
        )}
        {engine && (engine.state === "ready" || engine.state === "busy") && <ModelProfile engine={engine} />}

        <LentModel />

        <InternalFailures />

        {command && (
          <Block title={t("engine.command")} copy={command}>
            <pre className="font-mono text-fine whitespace-pre-wrap [overflow-wrap:anywhere]">
              <VisibleText text={command} />
            </pre>
          </Block>
        )}
        {engine && (
          <Block title={t("engine.lines")} copy={engine.lines?.join("\n")}>
            {engine.lines && engine.lines.length > 0 ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: long output must be scrollable by keyboard
              <pre tabIndex={0} className="max-h-80 overflow-auto font-mono text-fine leading-[1.45]">
                <VisibleText text={engine.lines.join("\n")} />
              </pre>
            ) : (
              <p className="text-ui text-faint">{t("engine.no-lines")}</p>
            )}
          </Block>
        )}
      </div>
    </div>
  );
}

function LoadBar({ share }: { share: number }) {
  return (
    <span className="h-1 w-full max-w-80 overflow-hidden rounded-full bg-sunken">
      <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

function Block({ title, copy, children }: { title: string; copy?: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <div className="flex h-8 items-center justify-between">
        <h2 className="text-fine font-semibold text-faint">{title}</h2>
        {copy && <CopyButton text={copy} />}
      </div>
      <div className="rounded-card border border-line bg-card px-4 py-3">{children}</div>
    </section>
  );
}

/** Quoted as for a shell. */
function quoted(argument: string): string {
  return /^[\w./:=@%+,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
