import type { Prompt } from "@kestrel/protocol";
import { evolve, type SessionState } from "@kestrel/session-state";
import { render } from "./render.ts";

/**
 * The prompt that will be asked with when these words are sent, byte for byte up to their end; the earlier turn's prompt and
 * no more without words. Undefined while a turn is under way, where pictures stand in the history, and of an empty session without
 * words.
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

/** Of words that are being typed those that will stand as they are: the last one may go on. `whole`: they came at once. */
export function steadyWords(typed: string, whole: boolean): string {
  const text = whole ? typed : typed.slice(0, typed.search(/\S*$/));
  return text.trim();
}
