import type { LoopEvent, LoopState } from "@kestrel/protocol/loop";

type Item = LoopState["items"][number];

const fresh = (): Item => ({ state: "open", attempts: [], denied: [], restored: [] });

/** The state of a loop after one more event. Undefined before it was opened. */
export function foldLoop(before: LoopState | undefined, event: LoopEvent, at: string): LoopState | undefined {
  if (event.type === "loop.opened") {
    const { type: _, ...opened } = event;
    return {
      ...opened,
      ...{ openedAt: at, changedAt: at, phase: "running", stuck: 0, spent: { ms: 0, tokens: 0 } },
      items: event.plan.items.map(fresh),
    };
  }
  if (!before) return undefined;
  // Only time while the loop was running counts.
  const counts = event.type !== "loop.resumed" && before.phase === "running";
  const passed = counts ? milliseconds(at) - milliseconds(before.changedAt) : 0;
  const state: LoopState = {
    ...before,
    changedAt: at,
    spent: { ...before.spent, ms: before.spent.ms + Math.max(0, passed) },
  };
  const change = (number: number, how: (item: Item) => Partial<Item>): LoopState => ({
    ...state,
    items: state.items.map((item, index) => (index === number ? { ...item, ...how(item) } : item)),
  });
  switch (event.type) {
    case "setup.ran": {
      const { type: _, ...setup } = event;
      return { ...state, setup };
    }
    case "attempt.began":
      return change(event.item, ({ attempts }) => ({ attempts: [...attempts, { session: event.session }] }));
    case "check.ran": {
      const { code, ms, tail, when, tokens } = event;
      const check = { code, ms, tail };
      const checked = change(event.item, ({ attempts }) => {
        if (when === "before") return { before: check };
        if (when === "end") return { last: check };
        return {
          attempts: attempts.map((one, index) => (index === attempts.length - 1 ? { ...one, check } : one)),
        };
      });
      return { ...checked, spent: { ...checked.spent, tokens: checked.spent.tokens + tokens } };
    }
    case "call.denied":
      return change(event.item, ({ denied }) => {
        const isKnown = denied.some(({ call }) => call === event.call);
        return isKnown ? {} : { denied: [...denied, { call: event.call, rules: event.rules }] };
      });
    case "paths.restored":
      return change(event.item, ({ restored }) => ({
        restored: [...new Set([...restored, ...event.paths])],
      }));
    case "item.settled": {
      const isRed = event.how === "stuck" || event.how === "needs_you";
      const settled = change(event.item, () => ({ state: event.how, commit: event.commit }));
      return { ...settled, stuck: isRed ? state.stuck + 1 : 0 };
    }
    case "loop.paused":
      return { ...state, phase: "paused", pause: { why: event.why, detail: event.detail } };
    case "loop.resumed": {
      const { pause: _, end: __, ...rest } = state;
      const again = { ...rest, phase: "running" as const, stuck: 0 };
      if (!event.retry) return again;
      const { setup: ___, ...unset } = again;
      const items = again.items.map(({ last: _____, ...item }) => (hasPassed(item.state) ? item : fresh()));
      return { ...unset, spent: { ms: 0, tokens: 0 }, items };
    }
    case "loop.ended":
      return { ...state, phase: "ended", end: event.how };
    case "loop.dropped":
      return { ...state, phase: "dropped" };
    default:
      return event satisfies never;
  }
}

const hasPassed = (state: Item["state"]) => state === "done" || state === "already_green";

function milliseconds(time: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a text, no clock
  return Date.parse(time);
}
