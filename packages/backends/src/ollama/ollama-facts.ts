import type { Endpoint } from "@kestrel/core";
import { z } from "zod";
import { askJson } from "../http/ask-json.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLimits } from "../model-limits.ts";
import { type KnownModel, readOpenaiFacts } from "../openai/openai-facts.ts";

const Running = z.looseObject({
  models: z.array(
    z.looseObject({ name: z.string(), context_length: z.int().positive().optional().catch(undefined) }),
  ),
});
const Version = z.looseObject({ version: z.string() });
const Shown = z.looseObject({ capabilities: z.array(z.string()) });

/** What Ollama has loaded now, from `/api/ps`: `/api/show` tells the trained maximum. A model not yet loaded has no window. */
export async function readOllamaFacts(address: ServerAddress, endpoint: Endpoint): Promise<KnownModel> {
  const running =
    Running.safeParse((await askJson(address, `${address.root}/api/ps`)).json).data?.models ?? [];
  const version = Version.safeParse((await askJson(address, `${address.root}/api/version`)).json).data
    ?.version;
  const chosen = endpoint.model ? running.find(({ name }) => isSame(name, endpoint.model)) : running[0];
  const plain = await readOpenaiFacts(
    address,
    chosen ? { ...endpoint, model: endpoint.model ?? chosen.name } : endpoint,
  );
  const shown = plain.name
    ? await askJson(address, `${address.root}/api/show`, { model: plain.name })
    : undefined;
  const abilities = Shown.safeParse(shown?.json).data?.capabilities;
  return {
    name: plain.name,
    facts: {
      ...plain.facts,
      server: ["Ollama", version].filter(Boolean).join(" "),
      window: chosen?.context_length,
      limits: modelLimits(endpoint, chosen?.context_length, ["ollama_openai_route"]),
      capabilities: {
        ...plain.facts.capabilities,
        tools: abilities && !abilities.includes("tools") ? "text" : "native",
        vision: abilities?.includes("vision") ?? false,
        reasoning: abilities?.includes("thinking") ?? false,
      },
    },
  };
}

/** Ollama lists `name:latest` for what people call `name`. */
function isSame(listed: string, wanted: string | undefined): boolean {
  return listed === wanted || listed === `${wanted}:latest`;
}
