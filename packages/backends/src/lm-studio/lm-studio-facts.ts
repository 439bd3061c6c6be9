import type { Endpoint } from "@kestrel/core";
import { z } from "zod";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLimits } from "../model-limits.ts";
import { type KnownModel, readOpenaiFacts } from "../openai/openai-facts.ts";

const positive = z.int().positive().optional().catch(undefined);

const Listing = z.looseObject({
  models: z.array(
    z.looseObject({
      key: z.string(),
      display_name: z.string().optional().catch(undefined),
      loaded_instances: z
        .array(
          z.looseObject({
            id: z.string(),
            config: z.looseObject({ context_length: positive, parallel: positive }),
          }),
        )
        .catch([]),
      capabilities: z
        .looseObject({ vision: z.boolean().optional().catch(undefined), reasoning: z.unknown().optional() })
        .optional()
        .catch(undefined),
    }),
  ),
});

/** The older listing, before 0.4: one entry per model, with its window when loaded. */
const OldListing = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string().optional().catch(undefined),
      state: z.string().optional().catch(undefined),
      loaded_context_length: positive,
    }),
  ),
});

type LoadedModel = {
  name: string;
  label: string;
  window?: number;
  slots?: number;
  vision: boolean;
  reasoning: boolean;
};

/** What LM Studio has loaded now: its `/v1/models` lists every model on disk and the trained maximum, so it is not asked. */
export async function readLmStudioFacts(address: ServerAddress, endpoint: Endpoint): Promise<KnownModel> {
  const loaded = (await readLoaded(address)) ?? (await readOldLoaded(address));
  const chosen = endpoint.model ? loaded?.find(({ name }) => name === endpoint.model) : loaded?.[0];
  const plain = await readOpenaiFacts(address, chosen ? { ...endpoint, model: chosen.name } : endpoint);
  return {
    name: chosen?.name ?? plain.name,
    facts: {
      ...plain.facts,
      label: endpoint.label ?? chosen?.label ?? plain.facts.label,
      server: "LM Studio",
      window: chosen?.window,
      slots: chosen?.slots,
      limits: modelLimits(endpoint, chosen?.window),
      capabilities: {
        ...plain.facts.capabilities,
        vision: chosen?.vision ?? false,
        reasoning: chosen?.reasoning ?? false,
      },
    },
  };
}

async function readLoaded(address: ServerAddress): Promise<LoadedModel[] | undefined> {
  const answer = await askJson(address, `${address.root}/api/v1/models`);
  if (answer.status === 401 || answer.status === 403) throw refusal(address, answer);
  const listing = Listing.safeParse(answer.json).data;
  return listing?.models.flatMap(({ key, display_name, loaded_instances, capabilities }) =>
    loaded_instances.map(({ id, config }) => ({
      name: id,
      label: display_name ?? key,
      window: config.context_length,
      slots: config.parallel,
      vision: capabilities?.vision ?? false,
      reasoning: Boolean(capabilities?.reasoning),
    })),
  );
}

async function readOldLoaded(address: ServerAddress): Promise<LoadedModel[] | undefined> {
  const answer = await askJson(address, `${address.root}/api/v0/models`);
  const listing = OldListing.safeParse(answer.json).data;
  return listing?.data
    .filter(({ state, type }) => state === "loaded" && type !== "embeddings")
    .map(({ id, type, loaded_context_length }) => ({
      name: id,
      label: id,
      window: loaded_context_length,
      vision: type === "vlm",
      reasoning: false,
    }));
}
