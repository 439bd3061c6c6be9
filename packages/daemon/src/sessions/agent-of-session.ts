import type { AgentParts } from "@kestrel/core";
import type { SessionState } from "@kestrel/session-state";
import type { OpenSessionsParts } from "./open-sessions-parts.ts";

/** The agent of a session: at each request its model is the one that the session is held with, if it is loaded beside the main one. */
export function agentOfSession(
  { agent, models: { loaded } }: Pick<OpenSessionsParts, "agent" | "models">,
  state: () => SessionState | undefined,
): AgentParts {
  return {
    ...agent,
    get backend() {
      return loaded?.of(state())?.backend ?? agent.backend;
    },
  };
}
