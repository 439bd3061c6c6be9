import type { EngineStatus } from "@kestrel/protocol/api";

/** The state as people read it: a server of somebody else's that nothing connects to is down, and nothing of Kestrel's failed. */
export function shownEngineState({
  state,
  failure,
}: Pick<EngineStatus, "state" | "failure">): EngineStatus["state"] | "down" {
  return state === "failed" && failure?.code === "unreachable" ? "down" : state;
}
