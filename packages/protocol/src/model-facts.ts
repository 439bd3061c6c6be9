import { z } from "zod";
import { ErrorCode, ErrorParams } from "./error-code.ts";
import { MemoryTaken } from "./model-on-disk.ts";
import { ModelOrigin } from "./model-origin.ts";
import { ModelTraits } from "./model-traits.ts";
import { Sampling } from "./sampling.ts";

/** What a server can do. Clients ask these, never which product it is. */
export const Capabilities = z.object({
  tools: z.enum(["native", "text"]),
  vision: z.boolean(),
  reasoning: z.boolean(),
  /** `real`: prefill progress comes from the server; `none`: only time can be shown. */
  progress: z.enum(["real", "none"]),
  /** Exact token counts can be asked for. */
  countsTokens: z.boolean(),
  slots: z.boolean(),
  /** How thinking can be asked for; absent: not at all, or not known. `budget`: a number of tokens. */
  thinking: z.array(z.enum(["off", "on", "low", "medium", "high", "max", "budget"])).optional(),
  /** A reply's form can be fixed by a JSON schema. */
  answerSchema: z.boolean().optional(),
  /** Pictures may stand in a tool's answer, not only in a message of the person's. */
  toolImages: z.boolean().optional(),
  /** A broken stream can be taken up where it stopped. */
  resume: z.boolean().optional(),
  /** The server can be asked to let a model go. */
  unload: z.boolean().optional(),
});
export type Capabilities = z.infer<typeof Capabilities>;

/** The model that answers, as far as its server tells. `window` is what is loaded now, in tokens, never the trained maximum. */
export const ModelFacts = z.object({
  label: z.string(),
  /** Where it comes from. */
  from: ModelOrigin.optional(),
  server: z.string(),
  window: z.int().positive().optional(),
  /** The most that the model was trained for, where the server tells: no larger window helps. */
  trainedWindow: z.int().positive().optional(),
  slots: z.int().positive().optional(),
  /** Names this run of the server: a restart changes it, and its cache is gone. */
  instance: z.string().optional(),
  /** What it needs that most models do not. */
  traits: ModelTraits.optional(),
  /** Hints that the clients show beside the model. */
  limits: z
    .array(
      z.enum(["window_unknown", "cpu_engine", "window_small", "window_less", "slots_shared", "elsewhere"]),
    )
    .optional(),
  /** How the server draws words where nothing says otherwise, as far as it tells. */
  sampling: Sampling.optional(),
  capabilities: Capabilities,
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** Where the model comes from: started here, a known local host, or a URL. */
export const ModelSource = z.enum(["self", "delegate", "connect"]);
export type ModelSource = z.infer<typeof ModelSource>;

/** The engine as people see it. `progress` is a share from 0 to 1 while starting. */
export const EngineStatus = z.object({
  state: z.enum(["stopped", "starting", "ready", "busy", "crashed", "failed", "stopping"]),
  source: ModelSource.optional(),
  label: z.string().optional(),
  /** Where a server is that was not started here: its address as it was named, or the name of its host. */
  address: z.string().optional(),
  /** The address of a server that is not on this machine. */
  elsewhere: z.string().optional(),
  progress: z.number().min(0).max(1).optional(),
  pid: z.int().positive().optional(),
  /** The exact command line, secrets left out. */
  command: z.array(z.string()).optional(),
  model: ModelFacts.optional(),
  failure: z.object({ code: ErrorCode, params: ErrorParams }).optional(),
  /** The last lines the engine printed, secrets left out. */
  lines: z.array(z.string()).optional(),
  /** When it will be unloaded unless it is in use before. */
  unloadsAt: z.iso.datetime().optional(),
  memory: MemoryTaken.optional(),
  /** Tokens a second, read and written, in its last reply that was long enough to tell; by the server's own clock. */
  speed: z.object({ prompt: z.number().optional(), generated: z.number().optional() }).optional(),
});
export type EngineStatus = z.infer<typeof EngineStatus>;
