import type { Endpoint } from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol/api";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLabel } from "../model-label.ts";
import { modelLimits, windowInUse } from "../model-limits.ts";
import { readModelList } from "./model-list.ts";
import { type ServerTraits, traitsOf } from "./server-traits.ts";

/** A server's facts about a model, and the model name for requests. */
export type KnownModel = { name: string | undefined; facts: ModelFacts; traits?: ServerTraits };

/** Facts of any OpenAI-compatible server: little more than a name. Throws KestrelError or ConnectionFailure. */
export async function readOpenaiFacts(address: ServerAddress, endpoint: Endpoint): Promise<KnownModel> {
  const listed = await readModelList(address);
  // Of several models none is chosen: some servers load or download what a request names.
  const only = listed.length === 1 ? listed[0] : undefined;
  const chosen = endpoint.model ? listed.find(({ id }) => id === endpoint.model) : only;
  const name = endpoint.model ?? chosen?.id;
  const window = windowInUse(endpoint, chosen?.window);
  return {
    name,
    traits: traitsOf(listed.map(({ owner }) => owner)),
    facts: {
      label: endpoint.label ?? modelLabel(name ?? new URL(address.root).host),
      server: "OpenAI-compatible",
      window,
      trainedWindow: chosen?.trained,
      limits: modelLimits(endpoint, window),
      capabilities: {
        tools: "native",
        vision: endpoint.vision ?? chosen?.vision ?? false,
        reasoning: false,
        progress: "none",
        countsTokens: false,
        slots: false,
        answerSchema: true,
        resume: false,
        unload: false,
      },
    },
  };
}
