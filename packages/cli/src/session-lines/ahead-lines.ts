import type { AheadCounters } from "@kestrel/protocol";
import { aheadSum } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { grouped } from "./phase-sentence.ts";

/** The savings of idle-time prefill; empty before its first use. */
export function aheadLines(counters: AheadCounters, say: Say): string[] {
  const { read, gained, wasted } = aheadSum(counters);
  const { started, used, savedMs } = counters.calls;
  const figures = { read: grouped(read), gained: grouped(gained), wasted: grouped(wasted) };
  return [
    ...(read > 0 ? [say("ahead.read", figures)] : []),
    ...(started > 0 ? [say("ahead.calls", { started, used, milliseconds: grouped(savedMs) })] : []),
    ...(counters.paused === "battery" ? [say("ahead.battery")] : []),
  ];
}
