import type { SessionEvent } from "../../../packages/protocol/src/index.ts";

export type Waste = { wasted: number; requests: number; prompt: number };

/** A request could have found the prompt and the reply before it, but for one token that is always read again. */
export function wasteOf(events: readonly SessionEvent[]): Waste {
  const usages = events.flatMap(({ body }) =>
    body.type === "reply.completed" && body.usage ? [body.usage] : [],
  );
  let wasted = 0;
  let reachable = 0;
  for (const { prompt, cached = 0, generated = 0 } of usages) {
    if (prompt === undefined) throw new Error("a reply does not say how long its prompt was");
    // More than that is what was read ahead.
    if (reachable > 0) wasted += Math.max(0, reachable - cached);
    reachable = prompt + generated - 1;
  }
  return { wasted, requests: usages.length, prompt: usages.at(-1)?.prompt ?? 0 };
}
