import { estimateWritten, type Live, liveWords, type Phase } from "@kestrel/session-state";
import { useEffect, useState } from "react";
import { readCall } from "../../calls/tool-call.ts";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import type { Numbers } from "../../i18n/numbers.ts";
import { markupOf } from "../../transcript/markup-of.ts";
import { StateShape } from "../../ui/state-mark.tsx";
import { remainingMs } from "./remaining.ts";

type StatusLineProps = { phase?: Phase; live: Live };

/** The model's current activity, with a number wherever there is one. Keeps its height when empty. */
export function StatusLine({ phase: told, live }: StatusLineProps) {
  const { t, numbers } = useWords();
  const phase = told && withCallInWords(told, live);
  const since = usePhaseClock(phase?.kind);
  const text = phase ? phaseText(phase, since, t, numbers) : "";
  const { processed, total } = phase?.kind === "reading" ? phase.progress : {};
  return (
    <div
      className={`tabular flex h-9 min-w-0 items-center gap-2.5 pr-1 text-ui text-dim sm:justify-end ${phase?.kind === "waiting" ? "max-sm:hidden" : ""}`}
    >
      {phase && <StateShape state={phase.kind === "waiting" ? "needs_you" : "working"} />}
      {total !== undefined && total > 0 && processed !== undefined && (
        <span className="h-1.5 w-16 flex-none overflow-hidden rounded-full bg-free inset-ring inset-ring-line max-sm:hidden">
          <span className="block h-full bg-accent" style={{ width: `${(processed / total) * 100}%` }} />
        </span>
      )}
      <span className="min-w-0 truncate" title={text}>
        {text}
      </span>
    </div>
  );
}

/** A call that the model writes within its text counts as a call here too. */
function withCallInWords(phase: Phase, live: Live): Phase {
  if (phase.kind !== "writing") return phase;
  const { words, calling } = liveWords(live.text);
  return calling ? { kind: "calling", call: markupOf(live.text, words) } : phase;
}

function phaseText(phase: Phase, since: number, t: Translate, numbers: Numbers): string {
  const waited = since >= 2000 ? ` · ${numbers.duration(since)}` : "";
  switch (phase.kind) {
    case "waiting":
      return t("phase.waiting");
    case "compacting":
      return t("compaction.now") + waited;
    case "starting":
    case "loading":
    case "queued":
      return inItsWords(
        t(`phase.${phase.kind}`) +
          (phase.remainingMs === undefined
            ? waited
            : ` · ${t("phase.askedAgain", { duration: numbers.duration(phase.remainingMs) })}`),
        phase.said,
        t,
      );
    case "outage":
      return inItsWords(
        t("phase.outage", {
          reason: t(`outage.${phase.reason}`),
          duration: numbers.duration(phase.elapsedMs),
        }),
        phase.said,
        t,
      );
    case "reading": {
      const { processed, total } = phase.progress;
      if (processed === undefined || total === undefined) return t("phase.prompt") + waited;
      const left = remainingMs(phase.progress);
      const text = t("phase.prompt.of", { processed, total });
      return left === undefined ? text : `${text} · ${t("phase.eta", { duration: numbers.duration(left) })}`;
    }
    case "thinking":
    case "writing":
      return t(`phase.${phase.kind}`, { count: phase.tokens }) + waited;
    case "calling": {
      const { call } = phase;
      const count = call ? estimateWritten(call) : 0;
      const text = call?.tool
        ? t("phase.calling.tool", { tool: call.tool, count })
        : t("phase.calling", { count });
      return text + waited;
    }
    case "running": {
      const { tool } = phase.call;
      const [target = ""] = readCall(phase.call).target.split("\n", 1);
      return (
        (target === "" ? t("phase.running", { tool }) : t("phase.running.on", { tool, target })) + waited
      );
    }
    default:
      return phase satisfies never;
  }
}

/** Adds the server's own message while waiting for it. */
function inItsWords(phase: string, said: string | undefined, t: Translate): string {
  return said === undefined ? phase : t("phase.said", { phase, said });
}

/** Milliseconds since the phase began; updated once a second. */
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
