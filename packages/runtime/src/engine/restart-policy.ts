/** Crashes expire after ten minutes; a crash after the fifth restart stops restarting until the engine is requested again. */
export const restartRules = { firstPauseMs: 1000, longestPauseMs: 60_000, restarts: 5, withinMs: 600_000 };

/** Milliseconds. An engine that ends sooner because of its arguments would do so again. */
const promptMs = 5000;

export type Crash = {
  /** Milliseconds: the times of earlier deaths and this one. */
  deaths: readonly number[];
  now: number;
  ranMs: number;
  /** Whether the model file or the arguments are the cause. */
  hopeless: boolean;
};

export type RestartDecision = { kind: "restart"; afterMs: number } | { kind: "give-up" };

/** Decides what to do after an engine died without being stopped. */
export function decideRestart(crash: Crash, rules = restartRules): RestartDecision {
  if (crash.hopeless && crash.ranMs < promptMs) return { kind: "give-up" };
  const recent = crash.deaths.filter((at) => crash.now - at < rules.withinMs).length;
  if (recent > rules.restarts) return { kind: "give-up" };
  const afterMs = Math.min(rules.longestPauseMs, rules.firstPauseMs * 2 ** Math.max(0, recent - 1));
  return { kind: "restart", afterMs };
}
