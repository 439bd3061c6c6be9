import type { EngineStatus } from "@kestrel/protocol/api";

/** The state to display: a foreign server that does not answer is `down`; nothing of Kestrel failed. */
export function shownEngineState({
  state,
  failure,
}: Pick<EngineStatus, "state" | "failure">): EngineStatus["state"] | "down" {
  return state === "failed" && failure?.code === "unreachable" ? "down" : state;
}
