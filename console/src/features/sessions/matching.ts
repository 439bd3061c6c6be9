import type { SessionSummary } from "@kestrel/protocol";

/** The sessions whose title, folder or tags contain every word of `words`. */
export function matching(sessions: readonly SessionSummary[], words: string): readonly SessionSummary[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return sessions;
  return sessions.filter(({ title, workspace, marks }) => {
    const text =
      `${title}\n${workspace}\n${marks?.tags?.map((tag) => `#${tag}`).join(" ") ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
