import type { SessionSummary } from "../session-summary.ts";

/** A session as it stands in a list: `nested` below the one that asked it. */
export type ListedSession = { session: SessionSummary; nested: boolean };

/** The sessions in their order, each helper behind the session that asked it; one whose asker is not listed stands by itself. */
export function nestedSessions(sessions: readonly SessionSummary[]): ListedSession[] {
  const listed = new Set(sessions.map(({ id }) => id));
  const asked = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const { parent } = session;
    if (parent && listed.has(parent.sessionId) && parent.sessionId !== session.id)
      asked.set(parent.sessionId, [...(asked.get(parent.sessionId) ?? []), session]);
  }
  const nested = new Set([...asked.values()].flat());
  return sessions
    .filter((session) => !nested.has(session))
    .flatMap((session) => [
      { session, nested: false },
      ...(asked.get(session.id) ?? []).map((helper) => ({ session: helper, nested: true })),
    ]);
}
