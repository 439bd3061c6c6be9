import { z } from "zod";
import { ModelId } from "./model-on-disk.ts";

const window = z.int().min(256).max(16_777_216).optional();

/** The address of a model's server, as a person writes it. It must not contain a secret. */
export const ServerUrl = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i);

/** Loads it beside the main model, for the sessions that choose it. Without it, it becomes the main model. */
const beside = z.literal(true).optional();

/** For a server that needs one. It is stored in the data folder, for this user alone, and never returned. */
const key = z.string().min(1).max(4096).optional();

/** A model server to keep. Without `key` the stored one stays. */
export const ServerToKeep = z.strictObject({ url: ServerUrl, key });

/**
 * A model that a client may load: one on disk, a GGUF file by its full path, or a server by its address. Never a program and never a flag.
 */
export const ModelToLoad = z.union([
  z.strictObject({ id: ModelId, window, beside }),
  z.strictObject({ path: z.string().min(1).max(4096), window, beside }),
  z.strictObject({
    url: ServerUrl,
    model: z.string().min(1).max(400).optional(),
    key,
    window,
    beside,
  }),
]);
export type ModelToLoad = z.infer<typeof ModelToLoad>;
