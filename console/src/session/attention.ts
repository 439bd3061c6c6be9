import type { Attention, SessionSummary } from "@kestrel/protocol";
import type { FollowState } from "@kestrel/server/client";

/** The session states that the console distinguishes. */
export type StateName = Exclude<Attention, "idle"> | "done" | "offline";

/** A session's state; `offline` while the daemon is not connected. */
export function stateName(attention: Attention, connection: FollowState): StateName {
  if (connection === "lost") return "offline";
  return attention === "idle" ? "done" : attention;
}

const urgency = {
  needs_you: 3,
  error: 2,
  working: 1,
  stopped: 0,
  empty: 0,
  idle: 0,
} as const satisfies Record<Attention, number>;

/** The most urgent state of all sessions, for the tab's title. Errors of sessions not on the screen stay in the list. */
export function mostUrgent(sessions: readonly SessionSummary[], open: Attention | undefined): Attention {
  const all = sessions.map(({ attention }) => attention).filter((attention) => attention !== "error");
  return [...all, open ?? "idle"].reduce(
    (one, other) => (urgency[other] > urgency[one] ? other : one),
    "idle",
  );
}
