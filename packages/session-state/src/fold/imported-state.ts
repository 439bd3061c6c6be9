import { stricterMode } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** The same session without anything that a person allowed where it came from: a file sets no policy here. */
export function importedState(state: SessionState): SessionState {
  const { rules: _, accepted: __, escalation: ___, ...rest } = state;
  return { ...rest, grants: [], mode: stricterMode(state.mode, "ask") };
}
