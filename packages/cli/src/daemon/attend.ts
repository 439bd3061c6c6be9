import type { DaemonAddress } from "@kestrel/server/client";
import { CommandFailure } from "../failure-of.ts";

/**
 * Attaches to a daemon. Until the returned function is called it counts as in use: it neither exits when idle nor is replaced.
 * Rejects with `daemon_unreachable` when it is ending.
 */
export async function attend({ baseUrl, token, transport }: DaemonAddress): Promise<() => void> {
  const leave = new AbortController();
  const unreachable = new CommandFailure("daemon_unreachable", { url: baseUrl });
  // Events of no session in particular: a stream with little traffic.
  const answer = await transport?.(new URL("/api/v1/events?sessions=", baseUrl), {
    method: "GET",
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: leave.signal,
  }).catch(() => undefined); // expected: it has ended
  if (answer?.status !== 200) throw unreachable;
  void readOn(answer.pieces());
  return () => leave.abort();
}

/** Reads the stream and drops it: the daemon would have to buffer unread events. */
async function readOn(pieces: AsyncIterator<string>): Promise<void> {
  try {
    while (!(await pieces.next()).done);
  } catch {
    // expected: the daemon has ended, or this client has detached
  }
}
