import { z } from "zod";
import { ErrorCode, ErrorParams } from "./error-code.ts";
import { MemoryTaken } from "./model-on-disk.ts";
import { ModelOrigin } from "./model-origin.ts";
import { ModelTraits } from "./model-traits.ts";
import { Sampling } from "./sampling.ts";

/** The features of a server. Clients use these, never the product's name. */
export const Capabilities = z.object({
  tools: z.enum(["native", "text"]),
  vision: z.boolean(),
  reasoning: z.boolean(),
  /** `real`: prefill progress comes from the server; `none`: only time can be shown. */
  progress: z.enum(["real", "none"]),
  /** It can return exact token counts. */
  countsTokens: z.boolean(),
  slots: z.boolean(),
  /** How thinking can be requested; absent: not at all, or unknown. `budget`: a number of tokens. */
  thinking: z.array(z.enum(["off", "on", "low", "medium", "high", "max", "budget"])).optional(),
  /** A reply can be constrained by a JSON schema. */
  answerSchema: z.boolean().optional(),
  /** A reply can continue a text that it is given. */
  begunReply: z.boolean().optional(),
  /** A tool's answer may contain pictures, not only a user message. */
  toolImages: z.boolean().optional(),
  /** A broken stream can be resumed. */
  resume: z.boolean().optional(),
  /** The server can unload a model on request. */
  unload: z.boolean().optional(),
});
export type Capabilities = z.infer<typeof Capabilities>;

/** The current model, as far as its server reports. `window` is the loaded one, in tokens, never the trained maximum. */
export const ModelFacts = z.object({
  label: z.string(),
  /** Its origin. */
  from: ModelOrigin.optional(),
  server: z.string(),
  window: z.int().positive().optional(),
  /** The largest window that the model was trained for, if reported: a larger one does not help. */
  trainedWindow: z.int().positive().optional(),
  slots: z.int().positive().optional(),
  /** Identifies this run of the server: after a restart it differs, and the cache is gone. */
  instance: z.string().optional(),
  /** Requirements that most models do not have. */
  traits: ModelTraits.optional(),
  /** Hints that clients show with the model. */
  limits: z
    .array(
      z.enum(["window_unknown", "cpu_engine", "window_small", "window_less", "slots_shared", "elsewhere"]),
    )
    .optional(),
  /** The server's default sampling, as far as it reports. */
  sampling: Sampling.optional(),
  capabilities: Capabilities,
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** Where the model comes from: started here, a known local host, or a URL. */
export const ModelSource = z.enum(["self", "delegate", "connect"]);
export type ModelSource = z.infer<typeof ModelSource>;

/** The engine's displayed state. `progress` is a share from 0 to 1 while starting. */
export const EngineStatus = z.object({
  state: z.enum(["stopped", "starting", "ready", "busy", "crashed", "failed", "stopping"]),
  source: ModelSource.optional(),
  label: z.string().optional(),
  /** The address of a server that was not started here as configured, or the name of its host. */
  address: z.string().optional(),
  /** The address of a server that is not on this machine. */
  elsewhere: z.string().optional(),
  progress: z.number().min(0).max(1).optional(),
  pid: z.int().positive().optional(),
  /** The exact command line, without secrets. */
  command: z.array(z.string()).optional(),
  model: ModelFacts.optional(),
  failure: z.object({ code: ErrorCode, params: ErrorParams }).optional(),
  /** The last lines the engine printed, without secrets. */
  lines: z.array(z.string()).optional(),
  /** When it will be unloaded unless it is used before. */
  unloadsAt: z.iso.datetime().optional(),
  memory: MemoryTaken.optional(),
  /** Tokens per second, prompt and generation, in its last reply that was long enough to measure; by the server's own clock. */
  speed: z.object({ prompt: z.number().optional(), generated: z.number().optional() }).optional(),
});
export type EngineStatus = z.infer<typeof EngineStatus>;
