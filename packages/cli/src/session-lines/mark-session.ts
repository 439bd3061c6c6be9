import type { OpBody, SessionSummary } from "@kestrel/protocol";

/** What `kestrel sessions ACTION ID …` asks of a session, by the action; undefined where words lack, or are too many. */
const asked: Readonly<
  Record<string, (session: SessionSummary, words: readonly string[]) => OpBody | undefined>
> = {
  rename: (_, words) => (words.length > 0 ? { type: "set-title", title: words.join(" ") } : undefined),
  pin: (_, words) => (words.length === 0 ? { type: "mark", pinned: true } : undefined),
  unpin: (_, words) => (words.length === 0 ? { type: "mark", pinned: false } : undefined),
  archive: (_, words) => (words.length === 0 ? { type: "mark", archived: true } : undefined),
  unarchive: (_, words) => (words.length === 0 ? { type: "mark", archived: false } : undefined),
  tag: ({ marks }, words) =>
    words.length > 0 ? { type: "mark", tags: [...new Set([...(marks?.tags ?? []), ...words])] } : undefined,
  untag: ({ marks }, words) =>
    words.length > 0
      ? { type: "mark", tags: marks?.tags?.filter((tag) => !words.includes(tag)) ?? [] }
      : undefined,
};

/** The actions that say what a session is to the person. */
export const markActions: readonly string[] = Object.keys(asked);

export function markOf(action: string, session: SessionSummary, words: readonly string[]) {
  return asked[action]?.(session, words);
}
