import type { Prompt } from "@kestrel/protocol";
import { evolve, type SessionState } from "@kestrel/session-state";
import { render } from "./render.ts";

/**
 * The prompt of the next request when this text is sent, byte for byte up to its end; without text the previous turn's prompt.
 * Undefined while a turn runs, when the history has pictures, and for an empty session without text.
 */
export function promptAhead(state: SessionState, words: string): Prompt | undefined {
  if (state.openTurn || state.sessionId === undefined) return undefined;
  for (const entry of state.timeline)
    if ((entry.kind === "user" || entry.kind === "tool") && entry.images?.length) return undefined;
  if (state.timeline.length === 0 && words === "") return undefined;
  const sent = evolve(state, {
    seq: state.lastSeq + 1,
    at: state.changedAt,
    v: 1,
    body: { type: "turn.started", turnId: "ahead", text: words, opId: "ahead" },
  });
  return render(sent);
}

/** The part of a text being typed that will not change: its last word may grow. `whole`: it arrived at once. */
export function steadyWords(typed: string, whole: boolean): string {
  const text = whole ? typed : typed.slice(0, typed.search(/\S*$/));
  return text.trim();
}
