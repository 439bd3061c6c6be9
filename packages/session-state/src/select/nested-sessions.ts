import type { SessionSummary } from "@kestrel/protocol";

/** A session in a list. `nested`: it is shown below the session that asked it. */
export type ListedSession = { session: SessionSummary; nested: boolean };

/**
 * Pinned sessions first, otherwise in the given order. A subagent's session follows the one that asked it. It is listed on its own when
 * that one is not listed, or is itself nested.
 */
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
    // A log may name any parent. Sessions in a circle are listed on their own.
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
