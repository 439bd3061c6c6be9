import { type CacheMiss, isFelt, type Usage } from "@kestrel/protocol";
import type { Sequence } from "../sequence.ts";
import type { Entry, ReplyEntry } from "../timeline.ts";

/** Tokens that a turn re-processed although they should have been cached; the reason is that of the largest part. */
export type TurnMiss = { count: number; reason?: KnownReason; message?: CacheMiss["message"] };
type KnownReason = Exclude<CacheMiss["reason"], "unknown">;

/** Fewest and most replies examined to see how a server counts. */
const fewest = 3;
const most = 12;

/**
 * The cache misses of one turn as one sum, for the user. Undefined when none is large enough to notice. Misses without a known reason do
 * not count when they follow from the way the server counts. The account of the turn has them already. `index`: the position of the turn's
 * end.
 */
export function turnMiss(timeline: Sequence<Entry>, index: number): TurnMiss | undefined {
  const missed: CacheMiss[] = [];
  const figures: Usage[] = [];
  let inTurn = true;
  for (let at = index - 1; at >= 0 && (inTurn || figures.length < most); at--) {
    const entry = timeline.at(at);
    if (entry?.kind === "user") inTurn = false;
    if (entry?.kind !== "reply") continue;
    if (inTurn && entry.missed && isFelt(entry.missed)) missed.push(entry.missed);
    if (isCounted(entry)) figures.push(entry.usage);
  }
  const told = countsItsOwnWay(figures) ? missed.filter(({ reason }) => reason !== "unknown") : missed;
  const [largest] = told.toSorted((one, other) => lost(other) - lost(one));
  if (!largest) return undefined;
  const { reason, message } = largest;
  const count = told.reduce((sum, miss) => sum + lost(miss), 0);
  return { count, ...(reason !== "unknown" && { reason }), ...(message && { message }) };
}

const lost = ({ expected, cached }: CacheMiss) => expected - cached;

type Counted = Required<Pick<Usage, "prompt" | "cached">>;

function isCounted(reply: ReplyEntry): reply is ReplyEntry & { usage: Counted } {
  const { prompt, cached } = reply.usage ?? {};
  return prompt !== undefined && prompt > 0 && cached !== undefined;
}

/** Whether a server's figures do not reflect its cache: always zero, or always the same share of the prompt. */
function countsItsOwnWay(figures: readonly Usage[]): boolean {
  if (figures.length < fewest) return false;
  const shares = figures.map(({ prompt = 1, cached = 0 }) => cached / prompt);
  return Math.max(...shares) - Math.min(...shares) < 0.01;
}
