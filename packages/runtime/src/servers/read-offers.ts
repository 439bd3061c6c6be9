import type { Endpoint } from "@kestrel/core";
import { type NoAnswer, readJson, type ServerAnswer } from "./ask-server.ts";
import { field, list, text } from "./json-fields.ts";
import { type OfferedModel, soundsMute } from "./offered-model.ts";

export type Ask = (path: string, body?: unknown) => Promise<ServerAnswer | NoAnswer>;

const listed: Readonly<Record<Endpoint["kind"], (ask: Ask) => Promise<OfferedModel[]>>> = {
  "llama-cpp": llamaModels,
  ollama: ollamaModels,
  "lm-studio": studioModels,
  openai: plainModels,
};

/** The models that a server of a known kind lists; loads nothing. Empty when it lists none or does not answer. */
export function readOffers(kind: Endpoint["kind"], ask: Ask): Promise<OfferedModel[]> {
  return listed[kind](ask);
}

/** llama-server lists its one model; a router lists loadable ones with `status.value` (its README, "Using multiple models"). */
async function llamaModels(ask: Ask): Promise<OfferedModel[]> {
  return named(list(readJson(await ask("/v1/models")), "data"), "id").map(([name, model]) => {
    const status = text(field(model, "status"), "value");
    const speaks = list(field(model, "architecture"), "output_modalities");
    return {
      name,
      aliases: list(model, "aliases").filter((alias) => typeof alias === "string"),
      // A sleeping model was loaded by its user and wakes up for a request.
      loaded: status === undefined || ["loaded", "loading", "sleeping"].includes(status),
      mute: speaks.length > 0 ? !speaks.includes("text") || soundsMute(name) : soundsMute(name),
    };
  });
}

/** `/api/ps` lists loaded models, `/api/tags` installed ones; a cloud model has a `remote_host` there (Ollama's api/types.go). */
async function ollamaModels(ask: Ask): Promise<OfferedModel[]> {
  const [running, installed] = (await Promise.all([ask("/api/ps"), ask("/api/tags")])).map((answer) =>
    named(list(readJson(answer), "models"), "name"),
  );
  const loaded = new Set(running?.map(([name]) => name));
  const all = new Map([...(installed ?? []), ...(running ?? [])]);
  return Promise.all(
    [...all].map(async ([name, model]) => {
      const isLoaded = loaded.has(name);
      // Capabilities are requested only for models that could be chosen.
      const shown = isLoaded ? readJson(await ask("/api/show", { model: name })) : undefined;
      const abilities = [...list(shown, "capabilities"), ...list(model, "capabilities")];
      return {
        name,
        loaded: isLoaded,
        remote: isRemote(name, model) || isRemote(name, shown),
        mute: abilities.length > 0 ? !abilities.includes("completion") : soundsMute(name),
      };
    }),
  );
}

const isRemote = (name: string, model: unknown) =>
  [text(model, "remote_host"), text(model, "remote_model")].some(Boolean) || /[-:]cloud$/.test(name);

/** The list since 0.4 (`/api/v1/models`: `loaded_instances`), or the earlier one (`state`). `/v1/models` reports neither. */
async function studioModels(ask: Ask): Promise<OfferedModel[]> {
  const current = named(list(readJson(await ask("/api/v1/models")), "models"), "key");
  if (current.length > 0) {
    return current.flatMap(([key, model]): OfferedModel[] => {
      const mute = text(model, "type") === "embedding";
      const instances = named(list(model, "loaded_instances"), "id");
      if (instances.length === 0) return [{ name: key, loaded: false, mute }];
      return instances.map(([name]) => ({ name, aliases: [key], loaded: true, mute }));
    });
  }
  return named(list(readJson(await ask("/api/v0/models")), "data"), "id").map(([name, model]) => ({
    name,
    loaded: text(model, "state") === "loaded",
    mute: text(model, "type") === "embeddings",
  }));
}

/**
 * OpenAI's list. vLLM serves every model that it lists (`owned_by`); mlx lists its whole download cache and loads what a request names,
 * and others do not report it: among several the user has to name one.
 */
async function plainModels(ask: Ask): Promise<OfferedModel[]> {
  return named(list(readJson(await ask("/v1/models")), "data"), "id").map(([name, model]) => ({
    name,
    loaded: text(model, "owned_by") === "vllm" ? true : undefined,
    mute: soundsMute(name),
  }));
}

function named(models: readonly unknown[], by: string): (readonly [string, unknown])[] {
  return models.flatMap((model) => {
    const name = text(model, by);
    return name === undefined ? [] : [[name, model] as const];
  });
}
