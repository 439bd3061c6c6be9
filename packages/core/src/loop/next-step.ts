import type { LoopPause, LoopState } from "@kestrel/protocol/loop";

/** The next step of a loop, decided from its events alone. */
export type LoopStep =
  | { kind: "setup" }
  | { kind: "check"; item: number }
  /** `session`: the one to continue; without it a new one. `begun`: this attempt is logged and not checked yet. */
  | { kind: "attempt"; item: number; session?: string; begun: boolean }
  | { kind: "settle"; item: number; how: "done" | "already_green" | "stuck" | "needs_you" }
  | { kind: "check-all"; items: readonly number[] }
  | { kind: "pause"; why: LoopPause; detail?: string }
  | { kind: "end"; how: "done" | "budget" | "open" };

/** Consecutive failed items after which the user must look. */
const mostStuck = 3;

/** A shell's exit codes for a missing program, and for one that cannot be run. */
const isMissing = (code: number) => code === 127 || code === 126;

export function nextStep({ plan, items, setup, spent, stuck }: LoopState): LoopStep {
  if (plan.setup !== undefined && setup === undefined) return { kind: "setup" };
  if (setup !== undefined && setup.code !== 0)
    return { kind: "pause", why: "nothing_installed", detail: setup.tail };
  const item = items.findIndex(({ state }) => state === "open");
  const now = items[item];
  if (!now) {
    const unchecked = items.flatMap(({ state, last }, index) =>
      (state === "done" || state === "already_green") && last === undefined ? [index] : [],
    );
    if (unchecked.length > 0) return { kind: "check-all", items: unchecked };
    const isDone = items.every(({ state }) => state === "done" || state === "already_green");
    return { kind: "end", how: isDone ? "done" : "open" };
  }
  const { before, attempts, denied } = now;
  const last = attempts.at(-1);
  if (last?.check?.code === 0) return { kind: "settle", item, how: "done" };
  if (before?.code === 0) return { kind: "settle", item, how: "already_green" };
  const isSpent =
    spent.ms >= plan.hours * 3_600_000 || (plan.tokens !== undefined && spent.tokens >= plan.tokens);
  if (isSpent) return { kind: "end", how: "budget" };
  if (stuck >= mostStuck) return { kind: "pause", why: "three_stuck" };
  if (before === undefined) return { kind: "check", item };
  if (isMissing(before.code)) return { kind: "pause", why: "nothing_installed", detail: before.tail };
  if (last && !last.check) return { kind: "attempt", item, session: last.session, begun: true };
  if (attempts.length >= plan.attempts)
    return { kind: "settle", item, how: denied.length > 0 ? "needs_you" : "stuck" };
  // Two failed attempts in one conversation: the third begins without them in its context.
  const goesOn = last && attempts.length < 2;
  return { kind: "attempt", item, begun: false, ...(goesOn && { session: last.session }) };
}
