import { changedSampling, type EventOf, type Op } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";

/** What the session asks for after a change. */
export function samplingSet(
  { sampling }: SessionState,
  { change, opId }: Extract<Op, { type: "set-sampling" }>,
): EventOf<"sampling.set"> {
  return { type: "sampling.set", sampling: changedSampling(sampling, change), opId };
}
