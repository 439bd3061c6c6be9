import type { TurnId } from "@kestrel/protocol";
import type { LandingCount } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

/** Call-parsing counts of a session, or of one turn, by the model's label. */
export function landingCounts(
  { timeline }: SessionState,
  turnId?: TurnId,
): Readonly<Record<string, LandingCount>> {
  const counts: Record<string, LandingCount> = {};
  const add = (model: string, change: (count: LandingCount) => Partial<LandingCount>) => {
    const count = counts[model] ?? { calls: 0, recovered: {}, repaired: {}, rejected: 0, unparsed: 0 };
    counts[model] = { ...count, ...change(count) };
  };
  let model = "";
  for (const entry of timeline) {
    if (turnId !== undefined && "turnId" in entry && entry.turnId !== turnId) continue;
    if (entry.kind === "reply") {
      model = entry.model ?? "";
      const { retried = [], failure } = entry;
      if (retried.length > 0) {
        add(model, ({ calls, rejected }) => ({
          calls: calls + retried.length,
          rejected: rejected + retried.length,
        }));
      }
      if (failure?.code === "tool_parse") add(model, ({ unparsed }) => ({ unparsed: unparsed + 1 }));
    }
    if (entry.kind !== "tool") continue;
    const { recovered, repairs = [], rejected } = entry;
    add(model, (count) => ({
      calls: count.calls + 1,
      recovered: recovered && !rejected ? oneMore(count.recovered, recovered) : count.recovered,
      repaired: repairs.reduce(oneMore, count.repaired),
      rejected: count.rejected + (rejected ? 1 : 0),
    }));
  }
  return counts;
}

function oneMore(counts: Readonly<Record<string, number>>, kind: string): Readonly<Record<string, number>> {
  return { ...counts, [kind]: (counts[kind] ?? 0) + 1 };
}
