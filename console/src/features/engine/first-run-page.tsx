import type { EngineStatus } from "@kestrel/protocol";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EngineState } from "./engine-state.tsx";

type FirstRunPageProps = { engine: EngineStatus; menu: ReactNode; onStart: () => void };

/** No model can answer: what was found, and three ways on. */
export function FirstRunPage({ engine, menu, onStart }: FirstRunPageProps) {
  const { t } = useWords();
  const configured = engine.failure && engine.failure.code !== "no_model";
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column pt-[6dvh] pb-12">
        <h1 className="text-20 font-semibold">{t("first.title")}</h1>
        <p className="mt-1 text-dim">{t("first.text")}</p>
        <div className="mt-4">
          <Notice tone={configured ? "danger" : "info"}>
            {configured && engine.failure ? (
              <FailureText failure={engine.failure} />
            ) : (
              <p>{t("first.nothing")}</p>
            )}
            <div className="mt-2 flex flex-wrap items-center gap-4">
              <EngineState engine={engine} />
              {configured && <Button onClick={onStart}>{t("first.again")}</Button>}
            </div>
          </Notice>
        </div>
        <h2 className="mt-10 text-16 font-semibold">{t("first.ways")}</h2>
        <ol className="mt-4 stack gap-6">
          <Way title={t("first.server.title")} text={t("first.server.text")} command="kestrel doctor" />
          <Way
            title={t("first.file.title")}
            text={t("first.file.text")}
            command="kestrel serve --model /path/to/model.gguf"
          />
          <Way title={t("first.none.title")} text={t("first.none.text")} command="kestrel engine" />
        </ol>
      </div>
    </div>
  );
}

function Way({ title, text, command }: { title: string; text: string; command: string }) {
  return (
    <li>
      <h3 className="font-medium">{title}</h3>
      <p className="mt-0.5 mb-2 max-w-[68ch] text-dim">{text}</p>
      <CommandLine command={command} />
    </li>
  );
}
