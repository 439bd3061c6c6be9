import type { SessionSummary } from "@kestrel/protocol";

/** A session as it stands in a list: `nested` below the one that asked it. */
export type ListedSession = { session: SessionSummary; nested: boolean };

/** Those that are pinned first, and otherwise the sessions in their order; each helper behind the session that asked it; one whose asker is not listed, or is itself below another, stands by itself. */
export function nestedSessions(sessions: readonly SessionSummary[]): ListedSession[] {
  const inOrder = [
    ...sessions.filter(({ marks }) => marks?.pinned),
    ...sessions.filter(({ marks }) => !marks?.pinned),
  ];
  const byId = new Map(sessions.map((one) => [one.id, one]));
  const askerOf = ({ id, parent }: SessionSummary) =>
    parent && parent.sessionId !== id ? byId.get(parent.sessionId) : undefined;
  const asked = new Map<string, SessionSummary[]>();
  for (const session of sessions) {
    const asker = askerOf(session);
    // A log may say anything: in a circle nobody would be above.
    if (asker && !askerOf(asker)) asked.set(asker.id, [...(asked.get(asker.id) ?? []), session]);
  }
  const nested = new Set([...asked.values()].flat());
  return inOrder
    .filter((session) => !nested.has(session))
    .flatMap((session) => [
      { session, nested: false },
      ...(asked.get(session.id) ?? []).map((helper) => ({ session: helper, nested: true })),
    ]);
}
