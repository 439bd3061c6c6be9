import { z } from "zod";

/** A model's short name among those found on disk. Never a path: HTTP starts models by this name only. */
export const ModelId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,119}$/);
export type ModelId = z.infer<typeof ModelId>;

const bytes = z.int().nonnegative();

/** What loading takes, besides the working memory of a batch. `perThousand` is what 1,000 tokens more of window cost. Bytes. */
export const MemoryNeed = z.object({
  window: z.int().positive(),
  weights: bytes,
  cache: bytes,
  perThousand: bytes,
});
export type MemoryNeed = z.infer<typeof MemoryNeed>;

/** Bytes that an engine's own log says it has taken. */
export const MemoryTaken = z.object({ weights: bytes, cache: bytes, compute: bytes });
export type MemoryTaken = z.infer<typeof MemoryTaken>;

/** A GGUF on this machine, with what its header tells. */
export const ModelOnDisk = z.object({
  id: ModelId,
  name: z.string(),
  /** What its header calls it, where that is not its file's name. */
  title: z.string().optional(),
  /** Of its first part. */
  path: z.string(),
  /** `kestrel`: the one that comes with Kestrel; `downloaded`: it lies in the models folder, and can be deleted from here. */
  place: z.enum(["kestrel", "downloaded", "configured", "lm-studio", "hugging-face", "llama-cpp"]),
  /** Of all parts together. */
  bytes,
  parts: z.int().positive(),
  /** A projector for images lies beside it. */
  projector: z.string().optional(),
  architecture: z.string().optional(),
  parameters: z.int().nonnegative().optional(),
  quantisation: z.string().optional(),
  /** Tokens it was trained on: the most a window may have. */
  trainedWindow: z.int().positive().optional(),
  /** Why it cannot be loaded: a missing part, a download that was cut. */
  damaged: z.string().optional(),
  memory: MemoryNeed.optional(),
});
export type ModelOnDisk = z.infer<typeof ModelOnDisk>;
