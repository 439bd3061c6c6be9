import type { SessionState, ToolEntry } from "@kestrel/protocol";

/** The call of that name. */
export function callIn({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  }
  return undefined;
}

/** The calls that wait for an answer, in their order. */
export function callsThatAsk({ timeline, openTurn }: SessionState): ToolEntry[] {
  const places = Object.values(openTurn?.callsAt ?? {}).sort((one, other) => one - other);
  return places.flatMap((place) => {
    const entry = timeline.at(place);
    return entry?.kind === "tool" && entry.status === "waiting" && entry.approval ? [entry] : [];
  });
}
