import type { Endpoint } from "@kestrel/core";
import type { Routes } from "./fake-server.ts";

type Offer = {
  says: string;
  kind: Endpoint["kind"];
  routes: Routes;
  /** The name used where the user gave none; a code where Kestrel asks. */
  unnamed: string | { code: string; candidates?: string; remote?: string };
};

const version = { "/api/version": { version: "0.21.0" } };
const installed = (name: string, more: object = {}) => ({ name, model: name, details: {}, ...more });
const cloud = installed("glm-4.6:cloud", { remote_host: "https://ollama.com:443", remote_model: "glm-4.6" });
const aliasOfCloud = installed("mine:latest", {
  remote_host: "https://ollama.com:443",
  remote_model: "kimi-k2",
});
const speaking = { "/api/show": { capabilities: ["completion", "tools"] } };
const studioModel = (key: string, loaded: boolean, type = "llm") => ({
  key,
  type,
  loaded_instances: loaded ? [{ id: key, config: { context_length: 8192 } }] : [],
});
const router = { role: "router", max_instances: 4, default_generation_settings: { n_ctx: 0 } };
const routed = (id: string, value: string, output = ["text"]) => ({
  id,
  status: { value },
  architecture: { output_modalities: output },
});
const openai = (...ids: string[]) => ({ "/v1/models": { data: ids.map((id) => ({ id, object: "model" })) } });

/**
 * What real servers list, and what may be used of it without a name. Shapes: Ollama's api/types.go (`ListModelResponse`,
 * `ProcessModelResponse`: `remote_host`, `remote_model`; `ShowResponse.capabilities`); LM Studio's docs, REST API v1
 * "List your models" (`type`, `loaded_instances`) and v0 (`state`); llama.cpp's tools/server/README.md, "Using multiple
 * models" (`status.value`, `architecture.output_modalities`); mlx-lm's server.py `handle_models_request` (the whole
 * download cache); vLLM's OpenAI server (`owned_by`).
 */
export const offers: readonly Offer[] = [
  {
    says: "Ollama with a model in the cloud only",
    kind: "ollama",
    routes: { ...version, "/api/ps": { models: [] }, "/api/tags": { models: [cloud] } },
    unnamed: { code: "model_not_chosen", remote: "glm-4.6:cloud" },
  },
  {
    says: "Ollama with a cloud model first and nothing loaded",
    kind: "ollama",
    routes: {
      ...version,
      "/api/ps": { models: [] },
      "/api/tags": { models: [cloud, installed("qwen3:8b"), aliasOfCloud] },
    },
    unnamed: { code: "model_not_chosen", candidates: "qwen3:8b", remote: "glm-4.6:cloud, mine:latest" },
  },
  {
    says: "Ollama that lists a cloud model as running",
    kind: "ollama",
    routes: {
      ...version,
      ...speaking,
      "/api/ps": { models: [aliasOfCloud, installed("qwen3:8b")] },
      "/api/tags": { models: [aliasOfCloud, installed("qwen3:8b")] },
    },
    unnamed: "qwen3:8b",
  },
  {
    says: "Ollama that tells only when asked for details that the one running is remote",
    kind: "ollama",
    routes: {
      ...version,
      "/api/show": { capabilities: ["completion"], remote_host: "https://ollama.com" },
      "/api/ps": { models: [installed("mine:latest")] },
      "/api/tags": { models: [installed("mine:latest")] },
    },
    unnamed: { code: "model_not_chosen", remote: "mine:latest" },
  },
  {
    says: "Ollama with an embedding model loaded",
    kind: "ollama",
    routes: {
      ...version,
      "/api/show": { capabilities: ["embedding"] },
      "/api/ps": { models: [installed("vectors:latest")] },
      "/api/tags": { models: [installed("vectors:latest"), installed("qwen3:8b")] },
    },
    unnamed: { code: "model_not_chosen", candidates: "qwen3:8b" },
  },
  {
    says: "LM Studio with models on disk and none loaded",
    kind: "lm-studio",
    routes: {
      "/api/v1/models": {
        models: [studioModel("qwen/qwen3-8b", false), studioModel("nomic", false, "embedding")],
      },
      ...openai("qwen/qwen3-8b", "nomic"),
    },
    unnamed: { code: "model_not_chosen", candidates: "qwen/qwen3-8b" },
  },
  {
    says: "LM Studio with an embedding model loaded beside a chat model",
    kind: "lm-studio",
    routes: {
      "/api/v1/models": {
        models: [studioModel("nomic", true, "embedding"), studioModel("qwen/qwen3-8b", true)],
      },
    },
    unnamed: "qwen/qwen3-8b",
  },
  {
    says: "LM Studio before 0.4 with nothing loaded",
    kind: "lm-studio",
    routes: {
      "/api/v0/models": { data: [{ id: "idle", type: "llm", state: "not-loaded" }] },
      ...openai("idle"),
    },
    unnamed: { code: "model_not_chosen", candidates: "idle" },
  },
  {
    says: "a router of llama.cpp with nothing loaded",
    kind: "llama-cpp",
    routes: {
      "/props": router,
      "/v1/models": { data: [routed("a", "unloaded"), routed("b", "downloading")] },
    },
    unnamed: { code: "model_not_chosen", candidates: "a, b" },
  },
  {
    says: "a router of llama.cpp with its second model loaded",
    kind: "llama-cpp",
    routes: { "/props": router, "/v1/models": { data: [routed("a", "unloaded"), routed("b", "loaded")] } },
    unnamed: "b",
  },
  {
    says: "a router of llama.cpp with a decision model loaded",
    kind: "llama-cpp",
    routes: {
      "/props": router,
      "/v1/models": { data: [routed("d", "loaded", ["decisions"]), routed("a", "unloaded")] },
    },
    unnamed: { code: "model_not_chosen", candidates: "a" },
  },
  {
    says: "mlx with its whole download cache",
    kind: "openai",
    routes: openai("mlx-community/bge-m3", "mlx-community/Qwen3-8B-4bit", "mlx-community/Qwen3-4B-4bit"),
    unnamed: {
      code: "model_not_chosen",
      candidates: "mlx-community/Qwen3-8B-4bit, mlx-community/Qwen3-4B-4bit",
    },
  },
  {
    says: "a plain server whose first model is for embeddings",
    kind: "openai",
    routes: openai("text-embedding-nomic-embed-text-v1.5", "mistral-small"),
    unnamed: "mistral-small",
  },
  {
    says: "a plain server with an embedding model only",
    kind: "openai",
    routes: openai("BAAI/bge-m3"),
    unnamed: { code: "no_model" },
  },
  {
    says: "vLLM with an adapter beside its model",
    kind: "openai",
    routes: {
      "/v1/models": {
        data: [
          { id: "Qwen/Qwen3-8B", owned_by: "vllm" },
          { id: "adapter", owned_by: "vllm", parent: "Qwen/Qwen3-8B" },
        ],
      },
    },
    unnamed: "Qwen/Qwen3-8B",
  },
];
