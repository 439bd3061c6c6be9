import { createEmbedder } from "@kestrel/backends";
import { type Embedder, KestrelError } from "@kestrel/core";
import type { Config } from "@kestrel/store";
import { placeOf } from "../settings/place-of-setting.ts";

/** The embedding server from the settings. Its errors name its address and the setting. */
export type EmbedderHere = { url: string; model: string | undefined; embedder: Embedder };

/** Settings that have no effect without an address. */
const besideTheUrl = ["embeddings.model", "embeddings.api_key_env"] as const;

/** Undefined when no server is configured. Sends no request yet. Throws `config_invalid`. */
export function composeEmbedder({ values, settings }: Config): EmbedderHere | undefined {
  const url = values["embeddings.url"];
  const model = values["embeddings.model"];
  const variable = values["embeddings.api_key_env"];
  if (url === undefined) {
    const other = besideTheUrl.find((key) => values[key] !== undefined);
    if (other === undefined) return undefined;
    const missing = { key: "embeddings.url", expected: "http_url", because: other };
    throw wrong({ ...placeOf(settings, other), ...missing });
  }
  const apiKey = variable === undefined ? undefined : process.env[variable];
  if (variable !== undefined && !apiKey) {
    const expected = "variable_set";
    throw wrong({ ...placeOf(settings, "embeddings.api_key_env"), expected, got: variable });
  }

  const server = createEmbedder({ kind: "openai", url, model, apiKey });
  const embedder: Embedder = {
    embed: (texts, cancel) =>
      server.embed(texts, cancel).catch((error: unknown) => {
        if (!(error instanceof KestrelError)) throw error;
        const params = {
          ...placeOf(settings, "embeddings.url"),
          url,
          detail: error.message,
          ...error.params,
        };
        throw new KestrelError(error.code, error.message, params, { cause: error });
      }),
  };
  return { url, model, embedder };
}

function wrong(params: KestrelError["params"]): KestrelError {
  return new KestrelError("config_invalid", `${params.key}: expected ${params.expected}`, params);
}
