import type { EngineStatus } from "@kestrel/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { EngineState } from "./engine-state.tsx";
import { FetchEngine } from "./fetch-engine.tsx";
import { FoundHere } from "./found-here.tsx";
import { GetModels } from "./get-models.tsx";
import { ModelList } from "./model-list.tsx";
import { startsAgain } from "./starts-again.ts";
import { UseFile } from "./use-file.tsx";
import { useFound } from "./use-found.ts";
import { UseServer } from "./use-server.tsx";
import { useShelf } from "./use-shelf.ts";

type FirstRunPageProps = {
  engine?: EngineStatus;
  menu: ReactNode;
  /** The address of a new session. */
  startAddress: string;
  onStart: () => void;
};

/** Shown without a usable model: what was found on this machine, and three next steps. */
export function FirstRunPage({ engine, menu, startAddress, onStart }: FirstRunPageProps) {
  const { t } = useWords();
  const shelf = useShelf();
  const loads = engine?.state === "starting";
  // A file loaded by its path counts as found.
  const { found, lookAgain } = useFound(`${engine?.label} ${loads}`);
  const look = () => {
    lookAgain();
    shelf.onChange();
  };
  const broken = engine?.failure && engine.failure.code !== "no_model";
  const hasFiles = found !== undefined && found.models > 0;
  const answers = engine?.state === "ready" || engine?.state === "busy";
  const { label = engine?.label ?? "", traits } = (answers && engine.model) || {};
  // Keyed, so that text typed before the files are known stays.
  const get = <GetModels key="get" shelf={shelf} />;
  const ways = (
    <section key="ways">
      <h2 className="mt-10 text-h3 font-semibold">{t("first.ways")}</h2>
      <ol className="mt-4 stack gap-8">
        <Way title={t("first.file.title")} text={found?.models === 0 ? "" : t("first.file.text")}>
          <ModelList engine={engine} shelf={shelf} />
          <div className="mt-4">
            <UseFile />
          </div>
        </Way>
        <Way title={t("first.server.title")} text={t("first.server.text")}>
          <UseServer startAddress={startAddress} onTaken={look} />
        </Way>
        <Way title={t("first.none.title")} text={t("first.none.text")}>
          <CommandLine program="engine fetch" />
        </Way>
      </ol>
    </section>
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column pt-4 pb-12 md:pt-[6dvh]">
        <h1 className="text-h1 font-semibold">{t(engine?.failure ? "first.title" : "own.title")}</h1>
        <p className="mt-1 text-dim">
          {traits?.notice ? (
            t(`engine.notice.${traits.notice}.text`, { label })
          ) : answers ? (
            <VisibleText text={t("own.answers", { label })} />
          ) : loads ? (
            <VisibleText text={label === "" ? t("phase.loading") : t("own.loads", { label })} />
          ) : (
            t("first.text")
          )}
        </p>
        {broken && engine.failure && (
          <div className="mt-4">
            <Notice tone="danger">
              <FailureText failure={engine.failure} />
              <div className="mt-2 flex flex-wrap items-center gap-4">
                <EngineState engine={engine} />
                {startsAgain(engine) && <Button onClick={onStart}>{t("first.again")}</Button>}
              </div>
            </Notice>
          </div>
        )}
        <FoundHere found={found} startAddress={startAddress} onLookAgain={look} />
        {found && <FetchEngine isHere={found.engine !== undefined} onFetched={look} />}
        {hasFiles ? [ways, get] : [get, ways]}
      </div>
    </div>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="font-medium">{title}</h3>
      <p className="mt-0.5 max-w-[68ch] text-dim empty:hidden">{text}</p>
      <div className="mt-2">{children}</div>
    </li>
  );
}
