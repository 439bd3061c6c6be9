/** Crashes are forgotten after ten minutes; the one after the fifth restart ends the trying until it is asked for again. */
export const restartRules = { firstPauseMs: 1000, longestPauseMs: 60_000, restarts: 5, withinMs: 600_000 };

/** Milliseconds. An engine that ends sooner because of its arguments would end so again. */
const promptMs = 5000;

export type Crash = {
  /** When the engine died before, this time included; milliseconds. */
  deaths: readonly number[];
  now: number;
  ranMs: number;
  /** The model file or the arguments are to blame. */
  hopeless: boolean;
};

export type RestartDecision = { kind: "restart"; afterMs: number } | { kind: "give-up" };

/** What to do after an engine died that was not stopped. */
export function decideRestart(crash: Crash, rules = restartRules): RestartDecision {
  if (crash.hopeless && crash.ranMs < promptMs) return { kind: "give-up" };
  const recent = crash.deaths.filter((at) => crash.now - at < rules.withinMs).length;
  if (recent > rules.restarts) return { kind: "give-up" };
  const afterMs = Math.min(rules.longestPauseMs, rules.firstPauseMs * 2 ** Math.max(0, recent - 1));
  return { kind: "restart", afterMs };
}
