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
  /** A llama-server is already installed. */
  isHere?: boolean;
  onFetched?: () => void;
};

/** Downloads a llama-server on click; the daemon does it, so that closing the page stops nothing. */
export function FetchEngine({ isHere = false, onFetched }: FetchEngineProps) {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  const [times, setTimes] = useState(0);
  const [refused, setRefused] = useState<Failure>();
  const { value: fetching, set } = useAnswer<EngineFetch>(`${times}`, () => client.call("readEngineFetch"));
  const { state, step, failure, bytes } = fetching ?? {};
  useEffect(() => {
    if (state === "done") onFetched?.();
    if (state !== "running") return;
    const timer = setInterval(() => setTimes((before) => before + 1), lookEveryMs);
    return () => clearInterval(timer);
  }, [state]);
  const begin = () => {
    setRefused(undefined);
    client.call("fetchEngine", { body: {} }).then(set, (thrown: unknown) => setRefused(failureOf(thrown)));
  };
  if (isHere || bytes === undefined || state === "done") return null;
  return (
    <div className="mt-4 stack gap-2">
      <FailureNotice failure={refused ?? failure} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="primary" onClick={begin} disabled={state === "running"}>
          {state === "failed" ? t("fetch.again") : t("fetch.get", { bytes: numbers.bytes(bytes) })}
        </Button>
        <p role="status" className="text-ui text-dim empty:hidden">
          {state === "running" && t(step ? `fetch.step.${step}` : "fetch.begins")}
        </p>
      </div>
    </div>
  );
}
