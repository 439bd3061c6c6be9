import type { Failure } from "@kestrel/protocol";
import type { EngineStatus, ListedEngine } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { EngineFacts } from "./engine-facts.tsx";
import { EngineState } from "./engine-state.tsx";

/** Polling interval in milliseconds: engines also start and stop without an action on this page. */
const lookEveryMs = 2_000;

/** The engines other than the main model's, each with its state, memory, slots, speed and log. Renders nothing without any. */
export function EnginesBeside({ engine }: { engine?: EngineStatus }) {
  const { t, numbers } = useWords();
  const store = useConsoleStore();
  const [times, setTimes] = useState(0);
  const { value } = useAnswer(`${engine?.state} ${times}`, () => store.client.call("listEngines"));
  const lookAgain = () => setTimes((before) => before + 1);
  const beside = value?.engines.filter(({ id }) => id !== "lead") ?? [];
  useEffect(() => {
    const timer = setInterval(lookAgain, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (beside.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-h3 font-semibold">{t("engines.title")}</h2>
      <p className="mt-1 mb-4 text-ui text-dim">
        {t("engines.text")}
        {value?.available !== undefined && ` ${t("engines.free", { bytes: numbers.bytes(value.available) })}`}
      </p>
      <ul className="stack gap-3">
        {beside.map((one) => (
          <li key={one.id}>
            <EngineBeside one={one} onChange={lookAgain} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EngineBeside({ one, onChange }: { one: ListedEngine; onChange: () => void }) {
  const { id, roles, from, status, waits, need } = one;
  const { t, numbers } = useWords();
  const { label = "", memory, failure, elsewhere, lines = [], state, source } = status;
  const { client } = useConsoleStore();
  const [refused, setRefused] = useState<Failure>();
  const runs = ["ready", "busy", "starting", "stopping"].includes(state);
  const act = t(runs ? "models.unload" : "models.load");
  const turn = () => {
    setRefused(undefined);
    client
      .call(runs ? "stopEngine" : "startEngine", { body: { id } })
      .then(onChange, (thrown: unknown) => setRefused(failureOf(thrown)));
  };
  return (
    <article className="rounded-card border border-line bg-card px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <VisibleText text={label} />
        </h3>
        <span className="text-ui text-dim">
          {from ? t("engines.beside") : roles.map((role) => t(`crew.role.${role}`)).join(", ")}
        </span>
        <span className="flex-1" />
        {waits ? (
          <span className="text-ui text-dim">{t("engine.waits")}</span>
        ) : (
          <EngineState engine={status} />
        )}
        {!memory && need !== undefined && need > 0 && (
          <span className="tabular text-ui text-faint">
            {t("engine.need", { bytes: numbers.bytes(need) })}
          </span>
        )}
        {source === "self" && (
          <Button
            icon={runs ? "stop" : "play"}
            aria-label={`${act}: ${label}`}
            disabled={waits || state === "busy" || state === "stopping"}
            onClick={turn}
          >
            {act}
          </Button>
        )}
      </div>
      {elsewhere !== undefined && (
        <p className="mt-2 text-ui text-warn [overflow-wrap:anywhere]">
          <VisibleText text={t("crew.elsewhere", { url: elsewhere })} />
        </p>
      )}
      {(refused ?? failure) && (
        <div className="mt-2 text-ui text-danger">
          <FailureText failure={refused ?? failure ?? { code: "unknown" }} />
        </div>
      )}
      {(memory ?? status.model) && (
        <div className="mt-3 text-ui">
          <EngineFacts engine={status} />
        </div>
      )}
      {lines.length > 0 && (
        <details className="mt-3 text-ui">
          <summary className="opens text-dim">{t("engines.log")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long output must be scrollable by keyboard */}
          <pre tabIndex={0} className="mt-2 max-h-60 overflow-auto font-mono text-fine leading-[1.45]">
            <VisibleText text={lines.join("\n")} />
          </pre>
        </details>
      )}
    </article>
  );
}
