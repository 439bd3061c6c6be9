import type { SessionSummary } from "@kestrel/protocol";

/** The sessions that have every word of `words` in their title, folder or tags. */
export function matching(sessions: readonly SessionSummary[], words: string): readonly SessionSummary[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return sessions;
  return sessions.filter(({ title, workspace, marks }) => {
    const text =
      `${title}\n${workspace}\n${marks?.tags?.map((tag) => `#${tag}`).join(" ") ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
