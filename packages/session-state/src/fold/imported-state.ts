import { stricterMode } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** The same session without the grants of its origin: a file sets no policy here. It belongs to no channel either. */
export function importedState(state: SessionState): SessionState {
  const { rules: _, accepted: __, escalation: ___, origin: ____, ...rest } = state;
  return { ...rest, grants: [], mode: stricterMode(state.mode, "ask") };
}
