import { nobodyToAsk, type TurnId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { switchFor } from "./approval-rule.ts";

/**
 * That calls of a turn were denied because nobody could be asked, with the flags that let them through. It stands behind the answer, in
 * which the model may well say that the person denied them.
 */
export function unaskedLine(turn: TurnId, timeline: SessionState["timeline"], say: Say): string | undefined {
  const flags = new Set<string | undefined>();
  let count = 0;
  for (const entry of timeline) {
    if (entry.kind !== "tool" || entry.turnId !== turn || entry.approval?.reason !== nobodyToAsk) continue;
    count += 1;
    flags.add(flagsFor(entry));
  }
  if (count === 0) return undefined;
  return say("run.unasked", { count, ...(!flags.has(undefined) && { flags: [...flags].join(" ") }) });
}

function flagsFor(call: ToolEntry): string | undefined {
  return call.approval && switchFor({ ...call, ...call.approval });
}
