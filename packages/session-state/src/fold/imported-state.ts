import { stricterMode } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** The same session without anything that a person allowed where it came from: a file sets no policy here. It is no channel's either. */
export function importedState(state: SessionState): SessionState {
  const { rules: _, accepted: __, escalation: ___, origin: ____, ...rest } = state;
  return { ...rest, grants: [], mode: stricterMode(state.mode, "ask") };
}
