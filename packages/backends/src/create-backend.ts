import type { Endpoint, ModelBackend } from "@kestrel/core";
import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import type { BackendSettings } from "./backend-settings.ts";
import { llamaCppBackend } from "./llama-cpp/llama-cpp-backend.ts";
import { readLmStudioFacts } from "./lm-studio/lm-studio-facts.ts";
import { ollamaBackend } from "./ollama/ollama-backend.ts";
import { openaiBackend } from "./openai/openai-backend.ts";
import { readOpenaiFacts } from "./openai/openai-facts.ts";

/** The backend for a server that runs. Asks nothing yet; throws `config_invalid` for an address that is none. */
export function createBackend(endpoint: Endpoint, settings: BackendSettings = {}): ModelBackend {
  const backend = backendOf(endpoint, settings);
  const { traits } = settings;
  return traits ? { ...backend, facts: async () => withTraits(await backend.facts(), traits) } : backend;
}

/** The server's facts about a model plus the model's own requirements. No window is too small for a model that works in any. */
function withTraits(facts: ModelFacts, traits: ModelTraits): ModelFacts {
  const limits = facts.limits?.filter((limit) => !(traits.anyWindow && limit === "window_small"));
  return { ...facts, traits, limits };
}

function backendOf(endpoint: Endpoint, settings: BackendSettings): ModelBackend {
  switch (endpoint.kind) {
    case "llama-cpp":
      return llamaCppBackend(endpoint, settings);
    case "openai":
      return openaiBackend(endpoint, settings, readOpenaiFacts);
    case "lm-studio":
      return openaiBackend(endpoint, settings, readLmStudioFacts);
    case "ollama":
      return ollamaBackend(endpoint, settings);
    default:
      return endpoint.kind satisfies never;
  }
}
