import type { OpBody, SessionSummary } from "@kestrel/protocol";

/** The changes that `kestrel sessions VERB ID …` makes to a session, by verb. */
export const marks: Readonly<Record<string, (session: SessionSummary, words: readonly string[]) => OpBody>> =
  {
    rename: (_, words) => ({ type: "set-title", title: words.join(" ") }),
    pin: () => ({ type: "mark", pinned: true }),
    unpin: () => ({ type: "mark", pinned: false }),
    archive: () => ({ type: "mark", archived: true }),
    unarchive: () => ({ type: "mark", archived: false }),
    tag: ({ marks }, words) => ({ type: "mark", tags: [...new Set([...(marks?.tags ?? []), ...words])] }),
    untag: ({ marks }, words) => ({
      type: "mark",
      tags: marks?.tags?.filter((tag) => !words.includes(tag)) ?? [],
    }),
  };
