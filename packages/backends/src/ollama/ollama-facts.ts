import type { Endpoint } from "@kestrel/core";
import { Sampling } from "@kestrel/protocol";
import type { Capabilities, ModelFacts } from "@kestrel/protocol/api";
import { z } from "zod";
import { refusal } from "../errors/as-house-error.ts";
import { askJson } from "../http/ask-json.ts";
import { listed, listedWords } from "../http/listed.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { modelLabel } from "../model-label.ts";
import { modelLimits } from "../model-limits.ts";

const positive = z.int().positive().optional().catch(undefined);
const Running = z.looseObject({
  models: listed(
    z.looseObject({
      name: z.string(),
      context_length: positive,
      remote_host: z.string().optional().catch(undefined),
    }),
  ),
});
const Version = z.looseObject({ version: z.string() });
const Shown = z.looseObject({
  capabilities: listedWords.optional().catch(undefined),
  parameters: z.string().optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
type Shown = z.infer<typeof Shown>;

/** A model that is not loaded yet is loaded with this window, if it was trained for it: the least a session is at ease with. */
const usualWindow = 16_384;

export type OllamaModel = {
  name: string | undefined;
  facts: ModelFacts;
  /** What every request asks for. Tokens. */
  window: number;
  loaded: boolean;
  thinks: boolean;
};

/**
 * Ollama's facts, and the options for requests: with the loaded window, so that the model stays loaded, unless the endpoint sets
 * another. Throws KestrelError when it refuses, ConnectionFailure when it is unreachable.
 */
export async function readOllamaModel(address: ServerAddress, endpoint: Endpoint): Promise<OllamaModel> {
  const answer = await askJson(address, `${address.root}/api/ps`);
  if (answer.status !== 200) throw refusal(address, answer);
  const running = Running.safeParse(answer.json).data?.models ?? [];
  const { version } =
    Version.safeParse((await askJson(address, `${address.root}/api/version`)).json).data ?? {};
  // Without a configured model, only a loaded local one is taken, never a cloud model.
  const here = running.filter(({ name, remote_host }) => !remote_host && !/[-:]cloud$/.test(name));
  const chosen = endpoint.model ? running.find(({ name }) => isSame(name, endpoint.model)) : here[0];
  const name = endpoint.model ?? chosen?.name;
  const shown = name === undefined ? {} : await show(address, name);
  const window = Math.min(
    endpoint.window ?? chosen?.context_length ?? windowInFile(shown) ?? usualWindow,
    trainedWindow(shown) ?? Number.POSITIVE_INFINITY,
  );
  const abilities = shown.capabilities;
  const thinks = abilities?.includes("thinking") ?? false;
  return {
    name,
    window,
    loaded: chosen !== undefined,
    thinks,
    facts: {
      label: endpoint.label ?? modelLabel(name ?? "Ollama"),
      server: ["Ollama", version].filter(Boolean).join(" "),
      window: name === undefined ? undefined : window,
      trainedWindow: trainedWindow(shown),
      sampling: samplingIn(shown),
      limits: modelLimits(endpoint, name === undefined ? undefined : window),
      capabilities: {
        tools: abilities && !abilities.includes("tools") ? "text" : "native",
        vision: abilities?.includes("vision") ?? endpoint.vision ?? false,
        toolImages: abilities?.includes("vision") ?? endpoint.vision ?? false,
        reasoning: thinks,
        progress: "none",
        countsTokens: false,
        slots: false,
        thinking: thinks ? thinkingOf(name) : undefined,
        answerSchema: true,
        resume: false,
        unload: true,
      },
    },
  };
}

async function show(address: ServerAddress, model: string): Promise<Shown> {
  const answer = await askJson(address, `${address.root}/api/show`, { model });
  return Shown.safeParse(answer.json).data ?? {};
}

/** `num_ctx` of the model's own file. */
function windowInFile({ parameters = "" }: Shown): number | undefined {
  const found = /^num_ctx\s+(\d+)/m.exec(parameters)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The sampling parameters of the model's own file. */
function samplingIn({ parameters = "" }: Shown): ModelFacts["sampling"] {
  const lines = [...parameters.matchAll(/^(temperature|top_p|top_k|min_p|repeat_penalty)\s+([\d.]+)\s*$/gm)];
  const told = Sampling.safeParse(Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)])));
  return lines.length > 0 ? told.data : undefined;
}

function trainedWindow({ model_info: info = {} }: Shown): number | undefined {
  const [, length] = Object.entries(info).find(([key]) => key.endsWith(".context_length")) ?? [];
  return typeof length === "number" && length > 0 ? length : undefined;
}

/** gpt-oss has levels only, and thinking cannot be switched off. */
function thinkingOf(name = ""): Capabilities["thinking"] {
  return name.includes("gpt-oss") ? ["low", "medium", "high"] : ["off", "on"];
}

/** Ollama lists `name:latest` for what people call `name`. */
function isSame(listed: string, wanted: string | undefined): boolean {
  return listed === wanted || listed === `${wanted}:latest`;
}
