import type { EventLog, Session } from "@kestrel/core";
import type { SessionId, SessionSummary } from "@kestrel/protocol";
import { summarise } from "@kestrel/session-state";

/** An open session, with its log for late subscribers. */
export type OpenSession = { id: SessionId; session: Session; log: EventLog };

/** The session's line in the list; one with a damaged log may lack its first event. */
export function summaryOf({ id, session, log }: OpenSession): SessionSummary {
  const summary = summarise({ ...session.state(), sessionId: id });
  const damage = log.damage?.();
  return damage ? { ...summary, attention: "error", damage } : summary;
}
