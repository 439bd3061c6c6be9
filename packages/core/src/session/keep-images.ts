import type { KeptImage, SentImage } from "@kestrel/protocol";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";

/** Keeps the pictures of a message. Where the model does not see it refuses with `no_vision` before anything is kept. */
export async function keepImages(
  { images, backend }: Pick<AgentParts, "images" | "backend">,
  sent: readonly SentImage[],
): Promise<KeptImage[]> {
  const { label, capabilities } = await backend.facts();
  if (!images || !capabilities.vision)
    throw new KestrelError("no_vision", "the model does not see", { model: label });
  return Promise.all(sent.map((image) => images.keep(image)));
}
