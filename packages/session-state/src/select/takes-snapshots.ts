import type { SessionState } from "../session-state.ts";

/** Whether snapshots are taken around commands: as the user set it, by default in the mode `auto`. */
export function takesSnapshots({ snapshots, mode }: Pick<SessionState, "snapshots" | "mode">): boolean {
  return snapshots ?? mode === "auto";
}
