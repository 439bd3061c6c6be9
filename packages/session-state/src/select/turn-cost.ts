import { estimateTokens } from "@kestrel/text";
import { millisecondsOf } from "../milliseconds-of.ts";
import type { Sequence } from "../sequence.ts";
import type { EndEntry, Entry, ReplyEntry } from "../timeline.ts";
import { type TurnMiss, turnMiss } from "./turn-miss.ts";

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
