import { isVerbatim, type ReplyEntry, type SessionState, type ToolEntry } from "@kestrel/session-state";

/** The newest reply with a server count, its calls, and whether the history contains it exactly as it was generated. */
type MeasuredReply = { reply: ReplyEntry; calls: readonly ToolEntry[]; verbatim: boolean };

/** A repaired, rejected, truncated or empty reply enters the history changed; then the server's count and its cache no longer match. */
function measuredReply({ timeline }: SessionState): MeasuredReply | undefined {
  let calls: ToolEntry[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool") calls.push(entry);
    if (entry.kind !== "reply") continue;
    if (entry.usage?.prompt === undefined) {
      calls = [];
      continue;
    }
    calls.reverse();
    return { reply: entry, calls, verbatim: isVerbatim(entry, calls) };
  }
  return undefined;
}

/** Tokens the server should have cached for the next request. Undefined before the first reply. */
export function expectedReuse(state: SessionState): number | undefined {
  const whole = state.sent.expectedReuse;
  const newest = measuredReply(state);
  if (whole === undefined || !newest || newest.verbatim) return whole;
  // The last token of a prompt is always evaluated again.
  return Math.min(whole, Math.max(0, (newest.reply.usage?.prompt ?? whole) - 1));
}
