import type { SessionState, ToolEntry } from "@kestrel/session-state";

/** The newest call of that name; undefined when there is none. */
export function callNamed({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards())
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  return undefined;
}
