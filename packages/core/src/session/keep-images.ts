import { changedSampling, type EventOf, type KeptImage, type Op, type SentImage } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";

/** Stores the pictures of a message. Rejects with `no_vision` for a model without vision, before anything is stored. */
export async function keepImages(
  { images, backend }: Pick<AgentParts, "images" | "backend">,
  sent: readonly SentImage[],
): Promise<KeptImage[]> {
  const { label, capabilities } = await backend.facts();
  if (!images || !capabilities.vision)
    throw new KestrelError("no_vision", "the model does not see", { model: label });
  return Promise.all(sent.map((image) => images.keep(image)));
}

/** The session's sampling after a change. */
export function samplingSet(
  { sampling }: SessionState,
  { change, opId }: Extract<Op, { type: "set-sampling" }>,
): EventOf<"sampling.set"> {
  return { type: "sampling.set", sampling: changedSampling(sampling, change), opId };
}

/** The newest call with that id; undefined when there is none. */
export function callNamed({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards())
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  return undefined;
}
