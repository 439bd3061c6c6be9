import { callName } from "@kestrel/protocol";
import type { DiagnosticEntry } from "@kestrel/protocol/api";
import { visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** One entry of the daemon's own log: its time, message and ids, with the stack below. */
export function diagnosticLines(entry: DiagnosticEntry, say: Say): string[] {
  const { time, level, id = "–", where, sessionId, turnId, step, callId, message, stack } = entry;
  const about =
    sessionId === undefined
      ? []
      : [
          say("logs.about", {
            session: sessionId,
            ...(turnId !== undefined && { turn: turnId }),
            ...(step !== undefined && { step }),
            ...(callId !== undefined && { call: callName.label(callId) }),
          }),
        ];
  const detail = visibleText(stack ?? message).split("\n");
  return [[time, level, id, visibleName(where), ...about].join("  "), ...detail.map((line) => `    ${line}`)];
}
