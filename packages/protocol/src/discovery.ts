import { z } from "zod";

/** A model server on this machine; `closed` when it needs a key. */
export const DiscoveredServer = z.object({
  url: z.string(),
  kind: z.enum(["llama-cpp", "lm-studio", "ollama", "openai", "closed"]),
  model: z.string().optional(),
});
export type DiscoveredServer = z.infer<typeof DiscoveredServer>;

/** Model servers and engines on this machine, besides models on disk. Searched for on every request. */
export const Discovery = z.object({
  /** On the usual loopback ports. */
  servers: z.array(DiscoveredServer),
  /** A llama-server that runs. */
  engine: z.object({ version: z.string(), build: z.enum(["cpu", "gpu", "unknown"]) }).optional(),
});
export type Discovery = z.infer<typeof Discovery>;
