import type { Failure } from "@kestrel/protocol";
import { DaemonRefusal } from "@kestrel/server/client";

/** Anything thrown by a call, as a failure a sentence can be made of. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof DaemonRefusal) return { code: thrown.code, params: thrown.params };
  return { code: "unknown" };
}
