import type { CacheMiss, CacheMissReason, PromptMessage } from "@kestrel/protocol";
import {
  type CompactionEntry,
  isVerbatim,
  type ReplyEntry,
  type SessionState,
  type ToolEntry,
} from "@kestrel/session-state";

/** The tokens of the newest reply's request that should have been cached and were not. */
export type Shortfall = {
  newest: ReplyEntry;
  /** The previous reply whose server reported its prompt tokens. */
  before: ReplyEntry;
  expected: number;
  cached: number;
  /** Known from the log alone; otherwise only the server can tell. */
  reason?: CacheMissReason;
};

/** For a changed prompt the previously cached part is an estimate: less than this share is no miss. */
const estimateSlack = 0.1;

/** Undefined when everything was cached, and when the server reports no reuse. */
export function cacheShortfall({ timeline, adaptedAt }: SessionState): Shortfall | undefined {
  let newest: ReplyEntry | undefined;
  let compaction: CompactionEntry | undefined;
  let rewound = false;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "compaction" && newest) compaction ??= entry;
    if (entry.kind === "rewound" && newest) rewound = true;
    if (entry.kind !== "reply") continue;
    if (newest === undefined) newest = entry;
    else if (entry.usage?.prompt !== undefined)
      return between(entry, newest, { compaction, rewound, adaptedAt });
  }
  return undefined;
}

function between(
  before: ReplyEntry,
  newest: ReplyEntry,
  { compaction, rewound, adaptedAt }: { compaction?: CompactionEntry; rewound: boolean; adaptedAt?: number },
): Shortfall | undefined {
  const { prompt, cached } = newest.usage ?? {};
  if (prompt === undefined || cached === undefined) return undefined;
  const broken = compaction !== undefined || newest.differsAt !== undefined;
  if (!broken) {
    const expected = newest.expectedReuse;
    if (expected === undefined || cached >= expected) return undefined;
    const reason = otherServer(before, newest) ?? (rewound ? "history_edited" : undefined);
    return { newest, before, expected, cached, reason };
  }
  const held = (before.usage?.prompt ?? 0) + (before.usage?.generated ?? 0) - 1;
  const expected = Math.max(0, Math.min(held, prompt - 1, compaction?.after ?? prompt));
  if (cached >= expected * (1 - estimateSlack)) return undefined;
  const adapted = adaptedAt !== undefined && before.seq < adaptedAt && adaptedAt < newest.seq;
  const reason = compaction ? "compaction" : adapted ? "prompt_adapted" : "history_edited";
  return { newest, before, expected, cached, reason };
}

function otherServer(before: ReplyEntry, newest: ReplyEntry): CacheMissReason | undefined {
  if (differ(before.model, newest.model)) return "model_changed";
  return differ(before.instance, newest.instance) ? "server_restarted" : undefined;
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Digests of the messages of the last request, in order, as far as the log has them. */
export function lastDigests({ timeline }: SessionState): string[] {
  const newestFirst: (readonly string[])[] = [];
  let wanted: number | undefined;
  let found = 0;
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "reply") continue;
    wanted ??= entry.messages;
    newestFirst.push(entry.added);
    found += entry.added.length;
    if (found >= wanted) break;
  }
  return newestFirst.reverse().flat();
}

/** The first index at which two lists of digests differ; undefined when the new list only appends. */
export function firstDifference(before: readonly string[], now: readonly string[]): number | undefined {
  const at = before.findIndex((digest, index) => digest !== now[index]);
  return at === -1 ? undefined : at;
}

/** UTF-16 units shown of a message's first line. */
const longestWords = 80;

/** One message of a prompt for display: its position, and its beginning. */
export function namedMessage(messages: readonly PromptMessage[], index: number): CacheMiss["message"] {
  const message = messages[index];
  if (!message) return undefined;
  const { role, content } = message;
  const calls = role === "assistant" ? (message.calls ?? []).map(({ name }) => name).join(", ") : "";
  const [line = ""] = (content.trim() === "" ? calls : content.trimStart()).split("\n", 1);
  return { index, role, words: line.length > longestWords ? `${line.slice(0, longestWords - 1)}…` : line };
}

/** Tokens the server should have cached for the next request. Undefined before the first reply. */
export function expectedReuse({
  timeline,
  sent: { expectedReuse: whole },
}: SessionState): number | undefined {
  let calls: ToolEntry[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool") calls.push(entry);
    if (entry.kind !== "reply") continue;
    const prompt = entry.usage?.prompt;
    if (prompt === undefined) {
      calls = [];
      continue;
    }
    // A repaired, rejected, truncated or empty reply enters the history changed: then the server's count and its cache no longer match.
    if (whole === undefined || isVerbatim(entry, calls.reverse())) return whole;
    // The last token of a prompt is always evaluated again.
    return Math.min(whole, Math.max(0, prompt - 1));
  }
  return whole;
}
