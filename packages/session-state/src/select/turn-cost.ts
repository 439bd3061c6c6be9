import { type CacheMiss, isFelt, type Usage } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { millisecondsOf } from "../milliseconds-of.ts";
import type { Sequence } from "../sequence.ts";
import type { EndEntry, Entry, ReplyEntry } from "../timeline.ts";

/** The cost of a turn, by the server's own counters. Absent parts were not reported. */
export type TurnCost = {
  /** From the message to the end, without the time the user took to answer questions. */
  ms: number;
  /** Tokens of all its prompts together, and how many of them the server reused. */
  prompt?: number;
  cached?: number;
  /** Tokens that were re-processed although they should have been cached. */
  missed?: TurnMiss;
  generated?: number;
  /** A reply was cut before the server counted it: `generated` includes an estimate of its text. */
  estimated: boolean;
  /** Tokens per second over all replies that reported both. */
  speed?: number;
};

const known = new WeakMap<EndEntry, TurnCost>();

/** Sums the replies of the turn that `end` closes. */
export function turnCost(timeline: Sequence<Entry>, index: number, end: EndEntry): TurnCost {
  const before = known.get(end);
  if (before) return before;
  const cost = computed(timeline, index, end);
  known.set(end, cost);
  return cost;
}

function computed(timeline: Sequence<Entry>, index: number, end: EndEntry): TurnCost {
  let startedAt = millisecondsOf(end.at);
  let waitedMs = 0;
  let timed = 0;
  let timedMs = 0;
  const cost: TurnCost = { ms: 0, missed: turnMiss(timeline, index), estimated: false };
  for (let at = index - 1; at >= 0; at--) {
    const entry = timeline.at(at);
    if (!entry || entry.kind === "end") break;
    startedAt = Math.min(startedAt, millisecondsOf(entry.at));
    if (entry.kind === "user") break;
    if (entry.kind === "tool") waitedMs += entry.waitedMs ?? 0;
    if (entry.kind !== "reply") continue;
    const { usage } = entry;
    if (usage?.prompt !== undefined) cost.prompt = (cost.prompt ?? 0) + usage.prompt;
    if (usage?.cached !== undefined) cost.cached = (cost.cached ?? 0) + usage.cached;
    const uncounted = usage?.generated === undefined ? uncountedWords(entry) : 0;
    cost.estimated ||= uncounted > 0;
    const generated = usage?.generated ?? uncounted;
    if (generated > 0 || usage?.generated !== undefined) cost.generated = (cost.generated ?? 0) + generated;
    if (usage?.generated === undefined || !usage.generateMs) continue;
    timed += usage.generated;
    timedMs += usage.generateMs;
  }
  cost.ms = end.durationMs ?? Math.max(0, millisecondsOf(end.at) - startedAt - waitedMs);
  const speed = (timed * 1000) / timedMs;
  // A log may have no duration at all.
  if (timedMs > 0 && Number.isFinite(speed)) cost.speed = speed;
  return cost;
}

/** Estimated tokens of a cut reply: the server reports its counters only at the end. */
function uncountedWords({ finish, text, reasoning }: ReplyEntry): number {
  const cut = finish === undefined || finish === "cancelled" || finish === "cut" || finish === "failed";
  return cut ? estimateTokens(text) + estimateTokens(reasoning) : 0;
}

/** Tokens that a turn re-processed although they should have been cached; the reason is that of the largest part. */
type TurnMiss = { count: number; reason?: KnownReason; message?: CacheMiss["message"] };
type KnownReason = Exclude<CacheMiss["reason"], "unknown">;

/** Fewest and most replies examined to see how a server counts. */
const fewest = 3;
const most = 12;

/**
 * The cache misses of one turn as one sum, for the user. Undefined when none is large enough to notice. Misses without a known reason do
 * not count when they follow from the way the server counts. The account of the turn has them already. `index`: the position of the turn's
 * end.
 */
function turnMiss(timeline: Sequence<Entry>, index: number): TurnMiss | undefined {
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
