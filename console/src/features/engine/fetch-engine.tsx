import type { Failure } from "@kestrel/protocol";
import type { EngineFetch } from "@kestrel/protocol/downloads";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";

/** Polling interval of a running download. Milliseconds. */
const lookEveryMs = 1_000;

type FetchEngineProps = {
  /** A llama-server is installed. `on-processor`: one for the graphics processor is offered, where one is known. */
  isHere?: boolean | "on-processor";
  onFetched?: () => void;
};

/** Downloads a llama-server on click; the daemon does it, so that closing the page stops nothing. */
export function FetchEngine({ isHere = false, onFetched }: FetchEngineProps) {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  const [times, setTimes] = useState(0);
  const [refused, setRefused] = useState<Failure>();
  const { value: fetching, set } = useAnswer<EngineFetch>(`${times}`, () => client.call("readEngineFetch"));
  const { state, step, failure, bytes, vulkanBytes = 0, graphics } = fetching ?? {};
  const [begun, setBegun] = useState(false);
  const [chosen, setChosen] = useState<boolean>();
  const vulkan = chosen ?? graphics !== undefined;
  useEffect(() => {
    if (state === "done") onFetched?.();
    if (state !== "running") return;
    const timer = setInterval(() => setTimes((before) => before + 1), lookEveryMs);
    return () => clearInterval(timer);
  }, [state]);
  const begin = () => {
    setBegun(true);
    setRefused(undefined);
    client
      .call("fetchEngine", { body: { vulkan } })
      .then(set, (thrown: unknown) => setRefused(failureOf(thrown)));
  };
  const isBetter = isHere === "on-processor";
  if (bytes === undefined || (isBetter ? graphics === undefined : isHere || state === "done")) return null;
  if (state === "done" && begun) return <p role="status">{t("fetch.reload")}</p>;
  return (
    <div className="mt-4 stack gap-2">
      <FailureNotice failure={refused ?? failure} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" onClick={begin} disabled={state === "running"}>
          {state === "failed"
            ? t("fetch.again")
            : t("fetch.get", { bytes: numbers.bytes(bytes + (vulkan ? vulkanBytes : 0)) })}
        </Button>
        {state === "running" && (
          <progress aria-label={t("fetch.progress")} className="h-1.5 w-32 accent-accent" />
        )}
        <p role="status" className="text-ui text-dim empty:hidden">
          {state === "running" && t(step ? `fetch.step.${step}` : "fetch.begins")}
        </p>
      </div>
      {state !== "running" && (
        <label className="flex items-start gap-2 text-ui text-dim">
          <input
            type="checkbox"
            className="mt-1"
            checked={vulkan}
            onChange={({ target }) => setChosen(target.checked)}
          />
          {t("fetch.vulkan", { bytes: numbers.bytes(vulkanBytes), graphics })}
        </label>
      )}
    </div>
  );
}
