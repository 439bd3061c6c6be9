import type { Failure } from "@kestrel/protocol";
import { DaemonRefusal } from "@kestrel/server/client";

/** Converts anything thrown by a call into a `Failure`. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof DaemonRefusal) return { code: thrown.code, params: thrown.params };
  return { code: "unknown" };
}

/** Handles the rejection of an optional call. Ignores refusals of the daemon and reports all else to the browser's console. */
export function passOver(thrown: unknown): undefined {
  if (!(thrown instanceof DaemonRefusal)) reportError(thrown);
}
