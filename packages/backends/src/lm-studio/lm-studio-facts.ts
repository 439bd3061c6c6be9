import type { Endpoint } from "@kestrel/core";
import type { Capabilities } from "@kestrel/protocol/api";
import { z } from "zod";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import { listed, listedWords } from "../http/listed.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLabel } from "../model-label.ts";
import { modelLimits, windowInUse } from "../model-limits.ts";
import { type KnownModel, readOpenaiFacts } from "../openai/openai-facts.ts";
import type { ServerTraits } from "../openai/server-traits.ts";

const positive = z.int().positive().optional().catch(undefined);

const Listing = z.looseObject({
  models: listed(
    z.looseObject({
      key: z.string(),
      display_name: z.string().optional().catch(undefined),
      max_context_length: positive,
      loaded_instances: listed(
        z.looseObject({
          id: z.string(),
          config: z.looseObject({ context_length: positive, parallel: positive }),
        }),
      ).catch([]),
      capabilities: z
        .looseObject({
          vision: z.boolean().optional().catch(undefined),
          reasoning: z
            .looseObject({ allowed_options: listedWords.optional().catch(undefined) })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
      type: z.string().optional().catch(undefined),
    }),
  ),
});

/** The older listing, before 0.4: one entry per model, with its window when loaded. */
const OldListing = z.looseObject({
  data: listed(
    z.looseObject({
      id: z.string(),
      type: z.string().optional().catch(undefined),
      state: z.string().optional().catch(undefined),
      loaded_context_length: positive,
      max_context_length: positive,
    }),
  ),
});

type LoadedModel = {
  /** What requests call it; a model may be loaded more than once. */
  name: string;
  key: string;
  label: string;
  window?: number;
  trained?: number;
  slots?: number;
  vision: boolean;
  thinking?: Capabilities["thinking"];
};

const lmStudio: ServerTraits = { thoughtFields: ["reasoning_content"], endsEarly: false };

/**
 * What LM Studio has loaded now: its `/v1/models` lists every model on disk and the trained maximum, so it is not asked.
 * Where nothing is loaded and no model is named, none is chosen: naming one would load it behind the user's back.
 */
export async function readLmStudioFacts(address: ServerAddress, endpoint: Endpoint): Promise<KnownModel> {
  const loaded = (await readLoaded(address)) ?? (await readOldLoaded(address));
  if (!loaded) return readOpenaiFacts(address, endpoint);
  const { model } = endpoint;
  const chosen = model
    ? (loaded.find(({ name }) => name === model) ?? loaded.find(({ key }) => key === model))
    : loaded[0];
  const name = chosen?.name ?? model;
  const window = windowInUse(endpoint, chosen?.window);
  return {
    name,
    traits: lmStudio,
    facts: {
      label: endpoint.label ?? chosen?.label ?? modelLabel(name ?? "LM Studio"),
      server: "LM Studio",
      window,
      trainedWindow: chosen?.trained,
      slots: chosen?.slots,
      limits: modelLimits(endpoint, window),
      capabilities: {
        tools: "native",
        vision: chosen?.vision ?? endpoint.vision ?? false,
        reasoning: chosen?.thinking !== undefined,
        progress: "none",
        countsTokens: false,
        slots: false,
        thinking: chosen?.thinking,
        answerSchema: true,
        resume: false,
        unload: true,
      },
    },
  };
}

async function readLoaded(address: ServerAddress): Promise<LoadedModel[] | undefined> {
  const answer = await askJson(address, `${address.root}/api/v1/models`);
  if (answer.status === 401 || answer.status === 403) throw refusal(address, answer);
  const listing = Listing.safeParse(answer.json).data;
  const speaking = listing?.models.filter(({ type }) => type !== "embedding");
  return speaking?.flatMap(({ key, display_name, loaded_instances, max_context_length, capabilities }) =>
    loaded_instances.map(({ id, config }) => ({
      name: id,
      key,
      label: display_name ?? key,
      window: config.context_length,
      trained: max_context_length,
      slots: config.parallel,
      vision: capabilities?.vision ?? false,
      thinking: capabilities?.reasoning && waysOf(capabilities.reasoning.allowed_options),
    })),
  );
}

/** The model's allowed options that Kestrel supports. */
function waysOf(options: readonly string[] = []): Capabilities["thinking"] {
  const known = ["off", "on", "low", "medium", "high", "max"] as const;
  return known.filter((way) => options.includes(way));
}

async function readOldLoaded(address: ServerAddress): Promise<LoadedModel[] | undefined> {
  const answer = await askJson(address, `${address.root}/api/v0/models`);
  const listing = OldListing.safeParse(answer.json).data;
  return listing?.data
    .filter(({ state, type }) => state === "loaded" && type !== "embeddings")
    .map(({ id, type, loaded_context_length, max_context_length }) => ({
      name: id,
      key: id,
      label: id,
      window: loaded_context_length,
      trained: max_context_length,
      vision: type === "vlm",
    }));
}
