import type { EndEntry, Entry, Sequence } from "@kestrel/protocol";

/** What a turn cost, by the server's own counters. Absent parts were not reported. */
export type TurnCost = {
  ms: number;
  prompt?: number;
  cached?: number;
  generated?: number;
  /** Tokens per second over all replies that reported both. */
  speed?: number;
};

const known = new WeakMap<EndEntry, TurnCost>();

/** Sums the replies of the turn that `end` closes; prompt and cached are those of its last reply, the largest. */
export function turnCost(timeline: Sequence<Entry>, index: number, end: EndEntry): TurnCost {
  const before = known.get(end);
  if (before) return before;
  const cost = computed(timeline, index, end);
  known.set(end, cost);
  return cost;
}

function computed(timeline: Sequence<Entry>, index: number, end: EndEntry): TurnCost {
  let startedAt = Date.parse(end.at);
  let prompt: number | undefined;
  let cached: number | undefined;
  let generated: number | undefined;
  let timed = 0;
  let timedMs = 0;
  for (let at = index - 1; at >= 0; at--) {
    const entry = timeline.at(at);
    if (!entry || entry.kind === "end") break;
    startedAt = Math.min(startedAt, Date.parse(entry.at));
    if (entry.kind === "user") break;
    if (entry.kind !== "reply" || !entry.usage) continue;
    const { usage } = entry;
    if (prompt === undefined && usage.prompt !== undefined) {
      prompt = usage.prompt;
      cached = usage.cached;
    }
    if (usage.generated === undefined) continue;
    generated = (generated ?? 0) + usage.generated;
    if (usage.generateMs) {
      timed += usage.generated;
      timedMs += usage.generateMs;
    }
  }
  const speed = timedMs > 0 ? (timed * 1000) / timedMs : undefined;
  return { ms: Date.parse(end.at) - startedAt, prompt, cached, generated, speed };
}
