import { isVerbatim, type ReplyEntry, type SessionState, type ToolEntry } from "@kestrel/session-state";

/** The newest reply whose cost the server told, the calls it made, and whether the history holds it exactly as it was spoken. */
type MeasuredReply = { reply: ReplyEntry; calls: readonly ToolEntry[]; verbatim: boolean };

/**
 * What was repaired, rejected, cut or not said at all enters the history as something else; then the server's count of
 * the reply and what it keeps of it hold no longer.
 */
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

/** Tokens the server should find in its cache when the history is asked on. Undefined before the first reply. */
export function expectedReuse(state: SessionState): number | undefined {
  const whole = state.sent.expectedReuse;
  const newest = measuredReply(state);
  if (whole === undefined || !newest || newest.verbatim) return whole;
  // The last token of a prompt is always evaluated again.
  return Math.min(whole, Math.max(0, (newest.reply.usage?.prompt ?? whole) - 1));
}
