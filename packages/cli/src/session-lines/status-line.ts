import { type StatusPart, statusParts } from "@kestrel/protocol/terminal";
import { contextLedger, type SessionState, turnUsage } from "@kestrel/session-state";
import { shortCount, shortWindow } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import { grouped } from "./phase-sentence.ts";

/** The last turn in numbers: `qwen3 · ctx 41k/64k (64 %) · reused 41,203 of 41,950 · 38 tok/s`. `~`: estimates. `shown`: wanted parts. */
export function statusLine(
  state: SessionState,
  label: string | undefined,
  say: Say,
  shown: ReadonlySet<StatusPart> = new Set(statusParts),
): string {
  const parts = label === undefined || !shown.has("model") ? [] : [oneLine(label)];
  const context = contextPart(state, say);
  if (context !== undefined && shown.has("context")) parts.push(context);
  const { prompt, cached, generated, generateMs } = turnUsage(state);
  if (prompt && cached !== undefined && shown.has("reused"))
    parts.push(say("status.reused", { cached: grouped(cached), prompt: grouped(prompt) }));
  if (generated && generateMs && shown.has("speed"))
    parts.push(say("status.speed", { rate: Math.round((1000 * generated) / generateMs) }));
  return parts.join(" · ");
}

function contextPart(state: SessionState, say: Say): string | undefined {
  if (!state.measured) return undefined;
  const ledger = contextLedger(state);
  const { window } = ledger;
  const used = `${ledger.estimated ? "~" : ""}${shortCount(ledger.used)}`;
  if (window === undefined) return say("status.contextOpen", { used });
  const percent = Math.round((100 * ledger.used) / window);
  return say("status.context", { used, window: shortWindow(window), percent });
}
