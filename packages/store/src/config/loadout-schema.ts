import { z } from "zod";
import { kinds } from "./setting-kinds.ts";

/** How the engine is to load the model; the same words as in the user's configuration. */
const parameters = {
  name: kinds.name.optional(),
  window: kinds.window.optional(),
  threads: kinds.threads.optional(),
  gpu_layers: kinds.gpuLayers.optional(),
  thinking: kinds.thinking.optional(),
  temperature: kinds.temperature.optional(),
  top_p: kinds.share.optional(),
  top_k: kinds.topK.optional(),
  min_p: kinds.share.optional(),
  repeat_penalty: kinds.repeatPenalty.optional(),
  seed: kinds.seed.optional(),
  max_tokens: kinds.maxTokens.optional(),
  keep_alive_minutes: kinds.idleMinutes.optional(),
  tools: kinds.tools.optional(),
  tools_dialect: kinds.toolsDialect.optional(),
};

/** The model, by where it comes from. */
const Model = z.discriminatedUnion("source", [
  z.object({ source: z.literal("self"), path: kinds.modelPath, ...parameters }),
  z.object({
    source: z.literal("delegate"),
    host: kinds.host,
    url: kinds.httpUrl.optional(),
    api_key_env: kinds.variableName.optional(),
    ...parameters,
  }),
  z.object({
    source: z.literal("connect"),
    url: kinds.httpUrl,
    api_key_env: kinds.variableName.optional(),
    ...parameters,
  }),
]);

/** A helper model beside the lead, the same way the lead is named. */
const Role = z.object({
  source: kinds.source.optional(),
  path: kinds.modelPath.optional(),
  url: kinds.httpUrl.optional(),
  host: kinds.host.optional(),
  api_key_env: kinds.variableName.optional(),
  ...parameters,
});

/** One file that says what goes into the field. Loading it runs nothing. */
export const LoadoutFile = z.object({
  name: kinds.name.optional(),
  /** A demonstration model: exempt from the smallest useful window, and said so. */
  demo: kinds.yesOrNo.optional(),
  /** Put before the system text. */
  persona: kinds.name.optional(),
  model: Model,
  /** Flags for the engine that Kestrel starts, held to the same policy as the user's own. */
  engine: z.object({ args: kinds.names.optional() }).optional(),
  tools: z
    .object({
      core: kinds.names.optional(),
      catalogued: kinds.names.optional(),
      foreign: kinds.names.optional(),
    })
    .optional(),
  crew: z
    .object({ copilot: Role.optional(), librarian: Role.optional(), critic: Role.optional() })
    .optional(),
  /** What its author suggests. Shown, never taken over. */
  permission: z.object({ mode: kinds.mode.optional() }).optional(),
  /** Reserved: read, not used yet. */
  adapter: z.record(z.string(), z.unknown()).optional(),
});
export type LoadoutFile = z.infer<typeof LoadoutFile>;

const modelKeys = ["source", "path", "host", "url", "api_key_env", ...Object.keys(parameters)];

/** Every key that means something, for suggestions. `adapter` stands for all below it. */
export const loadoutKeys: readonly string[] = [
  "name",
  "demo",
  "persona",
  ...modelKeys.map((key) => `model.${key}`),
  "engine.args",
  ...["core", "catalogued", "foreign"].map((tier) => `tools.${tier}`),
  ...["copilot", "librarian", "critic"].flatMap((role) => modelKeys.map((key) => `crew.${role}.${key}`)),
  "permission.mode",
  "adapter",
];
