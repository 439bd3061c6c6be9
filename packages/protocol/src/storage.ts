import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

/** What takes room on the disk. `outputs`: those too long to show; `prefixes`: what an engine read, kept for the next start. */
export const StorageKind = z.enum([
  "logs",
  "checkpoints",
  "blobs",
  "outputs",
  "snapshots",
  "prefixes",
  "search",
  "trash",
  "worktrees",
  "models",
  "programs",
  "other",
]);
export type StorageKind = z.infer<typeof StorageKind>;

const Sum = z.object({ files: z.int().nonnegative(), bytes: z.int().nonnegative() });

export const StoredKind = Sum.extend({ kind: StorageKind });
export type StoredKind = z.infer<typeof StoredKind>;

/** Of what no session names, or could be freed. */
export const FreedStorage = z.object({ blobs: Sum, outputs: Sum });
export type FreedStorage = z.infer<typeof FreedStorage>;

export const storageRoutes = {
  /** How much is kept, by kind, and how much of it no session names. */
  readStorage: getRoute(
    "/api/v1/storage",
    z.object({ kinds: z.array(StoredKind), unnamed: FreedStorage, folder: z.string() }),
  ),
  /** Deletes what no session names, those that can be restored included. */
  freeStorage: postRoute("/api/v1/storage/free", z.strictObject({}), z.object({ freed: FreedStorage })),
} as const;
