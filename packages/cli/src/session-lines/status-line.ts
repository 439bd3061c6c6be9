import type { SessionState } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import { figuresOf } from "./turn-figures.ts";

/** The last turn in numbers: `qwen3 · ctx 41k/64k (64 %) · reuse 98 % · 38 tok/s`. Estimates are marked `~`. */
export function statusLine(state: SessionState, label: string | undefined, say: Say): string {
  const parts = label === undefined ? [] : [oneLine(label)];
  const context = contextPart(state, say);
  if (context !== undefined) parts.push(context);
  const { prompt, cached, generated, generateMs } = figuresOf(state);
  if (prompt && cached !== undefined)
    parts.push(say("status.reuse", { percent: Math.round((100 * cached) / prompt) }));
  if (generated && generateMs)
    parts.push(say("status.speed", { rate: Math.round((1000 * generated) / generateMs) }));
  return parts.join(" · ");
}

function contextPart({ measured, window }: SessionState, say: Say): string | undefined {
  if (!measured) return undefined;
  const size = measured.window ?? window;
  const used = `${measured.source === "estimate" ? "~" : ""}${thousands(measured.used)}`;
  if (size === undefined) return say("status.contextOpen", { used });
  const percent = Math.round((100 * measured.used) / size);
  return say("status.context", { used, window: thousands(size), percent });
}

/** 41203 as `41k`, 884 as `884`. */
function thousands(count: number): string {
  return count < 1000
    ? String(count)
    : `${count < 9950 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`;
}
