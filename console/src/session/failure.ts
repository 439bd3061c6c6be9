import type { Failure } from "@kestrel/protocol";
import { DaemonRefusal } from "@kestrel/server/client";

/** Anything thrown by a call, as a failure a sentence can be made of. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof DaemonRefusal) return { code: thrown.code, params: thrown.params };
  return { code: "unknown" };
}

/** Handles the rejection of a call that can be done without: what the daemon refuses is expected, anything else is a fault of the page and comes to the browser's console. */
export function passOver(thrown: unknown): undefined {
  if (!(thrown instanceof DaemonRefusal)) reportError(thrown);
}
