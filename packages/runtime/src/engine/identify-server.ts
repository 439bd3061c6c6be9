import type { Endpoint } from "@kestrel/core";
import { type Answer, askServer, readJson } from "./ask-server.ts";

type ServerKind = Endpoint["kind"];

/** Who answers at an address, and the model that is loaded there as far as it tells. */
export type Identified = { kind: ServerKind; model?: string };

/** A server that wants another key than ours, or any. */
export type Closed = { kind: "closed" };

/** Each server by a route that only it has. `undefined` when nobody answers there as a model server. */
export async function identifyServer(
  root: string,
  { apiKey, patienceMs = 2000 }: { apiKey?: string; patienceMs?: number } = {},
): Promise<Identified | Closed | undefined> {
  const ask = (path: string) => askServer(root + path, { apiKey, patienceMs });
  const [props, ollama, studio, models] = await Promise.all([
    ask("/props"),
    ask("/api/version"),
    ask("/api/v0/models"),
    ask("/v1/models"),
  ]);
  if (field(readJson(props), "default_generation_settings"))
    return { kind: "llama-cpp", model: first(models) };
  if (typeof field(readJson(ollama), "version") === "string")
    return { kind: "ollama", model: await loadedInOllama(ask) };
  const known = list(readJson(studio), "data");
  if (known.some((model) => typeof field(model, "state") === "string"))
    return { kind: "lm-studio", model: loadedIn(known) };
  if (list(readJson(models), "data").length > 0) return { kind: "openai", model: first(models) };
  const isClosed = (answer: Answer | undefined) => answer?.status === 401 || answer?.status === 403;
  return [props, models].some(isClosed) ? { kind: "closed" } : undefined;
}

const first = (models: Answer | undefined) => text(list(readJson(models), "data")[0], "id");

function loadedIn(models: readonly unknown[]): string | undefined {
  const loaded = models.find(
    (model) => field(model, "state") === "loaded" && field(model, "type") !== "embeddings",
  );
  return text(loaded, "id");
}

async function loadedInOllama(
  ask: (path: string) => Promise<Answer | undefined>,
): Promise<string | undefined> {
  const [running, present] = await Promise.all([ask("/api/ps"), ask("/api/tags")]);
  return (
    text(list(readJson(running), "models")[0], "name") ?? text(list(readJson(present), "models")[0], "name")
  );
}

export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function text(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

export function list(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}
