import type { Attention } from "@kestrel/protocol";
import { useEffect, useState } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import type { Numbers } from "../../i18n/numbers.ts";
import type { Live } from "../../session/live.ts";
import { remainingMs } from "./remaining.ts";

/** What the model does right now, with a number wherever there is one. Keeps its place when there is nothing to say. */
export function StatusLine({ live, attention }: { live: Live; attention: Attention }) {
  const { t, numbers } = useWords();
  const since = usePhaseClock(attention === "working" ? (live.progress?.phase ?? "starting") : undefined);
  const text =
    attention === "needs_you"
      ? t("phase.waiting")
      : attention === "working"
        ? phaseText(live, since, t, numbers)
        : "";
  const { processed, total } = live.progress ?? {};
  const share = attention === "working" && total && processed !== undefined ? processed / total : undefined;
  return (
    <div className="tabular flex h-6 items-center gap-3 text-12 text-dim">
      {share !== undefined && live.progress?.phase === "prompt" && (
        <span className="h-1 w-24 flex-none overflow-hidden rounded-full bg-raised">
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="min-w-0 truncate">{text}</span>
    </div>
  );
}

function phaseText(live: Live, since: number, t: Translate, numbers: Numbers): string {
  const { progress } = live;
  const waited = since >= 2000 ? ` · ${numbers.duration(since)}` : "";
  if (!progress) return t("phase.starting") + waited;
  if (progress.phase !== "prompt") return t(`phase.${progress.phase}`) + waited;
  const { processed, total } = progress;
  if (processed === undefined || total === undefined) return t("phase.prompt") + waited;
  const left = remainingMs(progress);
  const text = t("phase.prompt.of", { processed, total });
  return left === undefined ? text : `${text} · ${t("phase.eta", { duration: numbers.duration(left) })}`;
}

/** Milliseconds since the phase began; ticks once a second. */
function usePhaseClock(phase: string | undefined): number {
  const [begun, setBegun] = useState({ phase, at: Date.now() });
  const [now, setNow] = useState(Date.now());
  if (begun.phase !== phase) setBegun({ phase, at: Date.now() });
  useEffect(() => {
    if (phase === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [phase]);
  return Math.max(0, now - begun.at);
}
