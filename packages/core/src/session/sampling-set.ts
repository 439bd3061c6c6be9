import { changedSampling, type EventOf, type Op, type SessionState } from "@kestrel/protocol";

/** What the session asks for after a change. */
export function samplingSet(
  { sampling }: SessionState,
  { change, opId }: Extract<Op, { type: "set-sampling" }>,
): EventOf<"sampling.set"> {
  return { type: "sampling.set", sampling: changedSampling(sampling, change), opId };
}
