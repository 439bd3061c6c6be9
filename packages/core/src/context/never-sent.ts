import type { EventOf } from "@kestrel/protocol";
import type { Entry, SessionState, ToolEntry, UserEntry } from "@kestrel/session-state";
import { around, estimateTokens } from "@kestrel/text";
import { withinTokens } from "./compaction/within-tokens.ts";
import { estimatePrompt } from "./estimate-tokens.ts";
import { render } from "./render.ts";

type NoteEntry = Extract<Entry, { kind: "note" }>;
type Shortened = NonNullable<EventOf<"turn.ended">["shortened"]>;

/** Tokens: less than this does not fill a window. */
const worthShortening = 256;
/** A tokenizer makes at most one token per byte; an estimate assumes four bytes per token. */
const mostPerEstimated = 4;
/** Tokens kept of a text, beginning and end. */
const kept = 160;

/**
 * The entries that were in no answered request, shortened, longest first, so that the next request has at most `limit` tokens. `needed`:
 * its tokens now. Undefined when none is long enough to help.
 */
export function shortenUnsent(state: SessionState, needed: number, limit: number): Shortened | undefined {
  const estimate = Math.max(1, estimatePrompt(render(state)));
  const scale = Math.min(mostPerEstimated, Math.max(1, needed / estimate));
  const unsent = unsentEntries(state).map((entry) => ({
    entry,
    tokens: Math.round(scale * tokensOf(entry)),
  }));
  let left = needed;
  const shortened: Shortened = [];
  for (const { entry, tokens } of unsent.sort((one, other) => other.tokens - one.tokens)) {
    if (left <= limit || tokens < worthShortening) break;
    shortened.push(
      entry.kind === "tool" ? { seq: entry.seq } : { seq: entry.seq, text: inPlaceOf(entry.text) },
    );
    left -= tokens - kept;
  }
  return shortened.length > 0 ? shortened : undefined;
}

/** The entries after the newest answered reply. */
function unsentEntries({ timeline }: SessionState): (UserEntry | NoteEntry | ToolEntry)[] {
  const unsent: (UserEntry | NoteEntry | ToolEntry)[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply" && entry.finish !== undefined && entry.finish !== "failed") break;
    if (entry.kind === "tool" && !entry.folded) unsent.push(entry);
    if ((entry.kind === "user" || entry.kind === "note") && entry.shortened === undefined) unsent.push(entry);
  }
  return unsent;
}

function tokensOf(entry: UserEntry | NoteEntry | ToolEntry): number {
  const text = entry.kind === "tool" ? (entry.content ?? "") : entry.text;
  const pictures = entry.kind === "note" ? 0 : (entry.images?.length ?? 0);
  return estimateTokens(text) + pictures * around.picture;
}

function inPlaceOf(text: string): string {
  return `${withinTokens(text, kept)}\n\n[Only the beginning and the end of this message are shown: it did not fit the context window.]`;
}
