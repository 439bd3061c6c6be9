import { z } from "zod";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import { listed, listedWords } from "../http/listed.ts";
import type { ServerAddress } from "../http/server-address.ts";

export type ListedModel = {
  id: string;
  window?: number;
  trained?: number;
  vision?: boolean;
  owner?: string;
  /** When the server reports it: a router of llama.cpp. */
  loaded?: boolean;
};

const positive = z.int().positive().optional().catch(undefined);
const ModelList = z.looseObject({
  data: listed(
    z.looseObject({
      id: z.string(),
      meta: z.looseObject({ n_ctx: positive, n_ctx_train: positive }).optional().catch(undefined),
      max_model_len: positive,
      owned_by: z.string().optional().catch(undefined),
      status: z
        .looseObject({ value: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
      architecture: z
        .looseObject({ input_modalities: listedWords.optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  ),
});

/**
 * The models of `/v1/models`; empty where the route is not offered. A window is taken from llama.cpp's `meta.n_ctx` and
 * vLLM's `max_model_len` only: other servers list what the model was trained for. Throws KestrelError when the server refuses.
 */
export async function readModelList(address: ServerAddress): Promise<ListedModel[]> {
  const answer = await askJson(address, `${address.api}/models`);
  if (refusing(answer.status)) throw refusal(address, answer);
  return modelsIn(answer.json);
}

/** The same from an answer that was already received. */
export function modelsIn(json: unknown): ListedModel[] {
  const listed = ModelList.safeParse(json).data?.data ?? [];
  return listed.map(({ id, meta, max_model_len, architecture, status, owned_by }) => ({
    id,
    window: meta?.n_ctx ?? max_model_len,
    trained: meta?.n_ctx_train,
    vision: architecture?.input_modalities?.includes("image"),
    owner: owned_by,
    loaded: status?.value === undefined ? undefined : status.value === "loaded",
  }));
}

/** A wrong key, a crowd, a fault; that a route is missing is an answer too. */
function refusing(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}
