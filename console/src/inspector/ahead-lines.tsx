import type { AheadCounters } from "@kestrel/protocol";
import { aheadSum, type SessionState } from "@kestrel/session-state";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";

/** What prefilling during idle time saved. Refreshed after each turn. */
export function AheadLines({ turns, openTurn }: Pick<SessionState, "turns" | "openTurn">) {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  const [counters, setCounters] = useState<AheadCounters>();
  const resting = openTurn === undefined ? turns : -1;
  useEffect(() => {
    let gone = false;
    if (resting >= 0) client.call("ahead").then((now) => !gone && setCounters(now), passOver);
    return () => {
      gone = true;
    };
  }, [client, resting]);
  if (!counters) return null;
  const { read, gained, wasted } = aheadSum(counters);
  const { started, used, savedMs } = counters.calls;
  const count = numbers.count;
  return (
    <div className="stack mt-3 gap-1 text-fine text-dim" data-ahead="">
      {read > 0 && (
        <p>{t("ahead.read", { read: count(read), gained: count(gained), wasted: count(wasted) })}</p>
      )}
      {started > 0 && <p>{t("ahead.calls", { started, used, milliseconds: count(savedMs) })}</p>}
      {counters.paused === "battery" && <p>{t("ahead.battery")}</p>}
    </div>
  );
}
