import type { SessionSummary } from "@kestrel/protocol";
import { attentionOf } from "./select/attention.ts";
import type { SessionState } from "./session-state.ts";

/** The session's line in the list. Throws for a state without `session.opened`: it has no id yet. */
export function summarise(state: SessionState): SessionSummary {
  const { sessionId, title, workspace, openedAt, changedAt, turns, mode, parent, marks, origin } = state;
  if (sessionId === undefined) throw new Error("a session that was never opened has no summary");
  return {
    ...{ id: sessionId, title, workspace, openedAt, changedAt, turns, mode },
    attention: attentionOf(state),
    ...(marks && { marks }),
    ...(parent && { parent }),
    ...(origin && { origin }),
  };
}
