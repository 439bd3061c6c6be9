import type { EventBody, TurnId } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";

/** What of a turn decides who speaks in it. */
export type EscalationParts = {
  agent: AgentParts;
  journal: { readonly state: SessionState; append(...events: EventBody[]): Promise<unknown> };
  turnId: TurnId;
};
