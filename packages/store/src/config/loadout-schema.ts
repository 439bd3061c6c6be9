import { crewRoles } from "@kestrel/protocol/api";
import { z } from "zod";
import { kinds } from "./setting-kinds.ts";

/** How the engine loads the model; the same keys as in the user's configuration. */
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

/** The model, by its source. */
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

/** A model for another role, named the same way as the main model. */
const Role = z.object({
  source: kinds.source.optional(),
  path: kinds.modelPath.optional(),
  url: kinds.httpUrl.optional(),
  host: kinds.host.optional(),
  api_key_env: kinds.variableName.optional(),
  ...parameters,
});

/** A LoRA file and its weight; default 1. */
const Lora = z.object({ path: kinds.modelPath, scale: kinds.temperature.optional() });

/** A loadout file. Data only: loading it runs nothing, and it contains no code, program or address of a tool server. */
export const LoadoutFile = z.object({
  /** An alias of `metadata.name`. */
  name: kinds.name.optional(),
  metadata: z
    .object({
      name: kinds.name.optional(),
      version: kinds.name.optional(),
      author: kinds.name.optional(),
      audience: kinds.name.optional(),
      description: kinds.name.optional(),
    })
    .optional(),
  /** A demonstration model: exempt from the smallest useful window, and labelled as such. */
  demo: kinds.yesOrNo.optional(),
  /** Put before the system prompt. */
  persona: kinds.name.optional(),
  /** Skills by name. This list, `tools.catalogued`, `tools.foreign` or `mcp.servers` closes the catalogue: nothing else is in it. */
  skills: kinds.names.optional(),
  /** Omitted: the current model. */
  model: Model.optional(),
  /** Flags for the engine that Kestrel starts, under the same policy as the user's own. */
  engine: z.object({ args: kinds.names.optional() }).optional(),
  tools: z
    .object({
      core: kinds.names.optional(),
      catalogued: kinds.names.optional(),
      /** Servers, as `mcp.servers` names them. */
      foreign: kinds.names.optional(),
    })
    .optional(),
  /** Servers of the user's own configuration, by name: a loadout never defines how to start one. */
  mcp: z.object({ servers: kinds.names.optional() }).optional(),
  crew: z
    .object({
      ...{ copilot: Role.optional(), librarian: Role.optional(), critic: Role.optional() },
      larger: Role.optional(),
    })
    .optional(),
  /** The author's suggestions. A stricter mode and rules that ask or deny are applied; nothing can be allowed. */
  permission: z
    .object({ mode: kinds.mode.optional(), ask: kinds.rules.optional(), deny: kinds.rules.optional() })
    .optional(),
  memory: z.object({ seed: kinds.name.optional() }).optional(),
  adapter: z.object({ lora: z.array(Lora).max(8).optional() }).optional(),
  /** Its origin; written by `import`. */
  ancestry: z.object({ imported: kinds.yesOrNo.optional(), digests: kinds.names.optional() }).optional(),
});
export type LoadoutFile = z.infer<typeof LoadoutFile>;

const modelKeys = ["source", "path", "host", "url", "api_key_env", ...Object.keys(parameters)];

/** Every known key, for suggestions. */
export const loadoutKeys: readonly string[] = [
  "name",
  "demo",
  "persona",
  "skills",
  ...["name", "version", "author", "audience", "description"].map((key) => `metadata.${key}`),
  ...modelKeys.map((key) => `model.${key}`),
  "engine.args",
  ...["core", "catalogued", "foreign"].map((tier) => `tools.${tier}`),
  "mcp.servers",
  ...crewRoles.flatMap((role) => modelKeys.map((key) => `crew.${role}.${key}`)),
  ...["mode", "ask", "deny"].map((key) => `permission.${key}`),
  "memory.seed",
  "adapter.lora",
  ...["imported", "digests"].map((key) => `ancestry.${key}`),
];
