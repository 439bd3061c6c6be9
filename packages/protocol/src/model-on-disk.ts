import { z } from "zod";

/** A model's short name among those on disk. Never a path: HTTP starts models by this name only. */
export const ModelId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,119}$/);
export type ModelId = z.infer<typeof ModelId>;

const bytes = z.int().nonnegative();

/** Memory for loading, without the working memory of a batch. `perThousand`: for 1,000 more tokens of window. Bytes. */
const MemoryNeed = z.object({
  window: z.int().positive(),
  weights: bytes,
  cache: bytes,
  perThousand: bytes,
});

/** Bytes that an engine's own log reports as allocated. */
export const MemoryTaken = z.object({ weights: bytes, cache: bytes, compute: bytes });
export type MemoryTaken = z.infer<typeof MemoryTaken>;

/** A GGUF on this machine, with the facts in its header. */
export const ModelOnDisk = z.object({
  id: ModelId,
  name: z.string(),
  /** The name in its header, if it differs from its file's. */
  title: z.string().optional(),
  /** Of its first part. */
  path: z.string(),
  /** `kestrel`: the built-in one; `downloaded`: in the models folder, where it can be deleted. */
  place: z.enum(["kestrel", "downloaded", "configured", "lm-studio", "hugging-face", "llama-cpp"]),
  /** Total of its parts. */
  bytes,
  parts: z.int().positive(),
  /** The file of its image projector. */
  projector: z.string().optional(),
  architecture: z.string().optional(),
  parameters: z.int().nonnegative().optional(),
  quantisation: z.string().optional(),
  /** Tokens it was trained on: the largest window. */
  trainedWindow: z.int().positive().optional(),
  /** Why it cannot be loaded: a missing part, an incomplete download. */
  damaged: z.string().optional(),
  memory: MemoryNeed.optional(),
});
export type ModelOnDisk = z.infer<typeof ModelOnDisk>;
