import { nobodyToAsk, type TurnId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { switchFor } from "./approval-rule.ts";

/**
 * Reports calls that were denied because no terminal was attached, with the flags that allow them. Printed after the answer, in which
 * the model may claim that the user denied them.
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
