import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

/** The kinds of stored files. `outputs`: those too long to show; `prefixes`: an engine's cache, stored for the next start. */
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

/** The size of files that no session names, or that were freed. */
export const FreedStorage = z.object({ blobs: Sum, outputs: Sum });
export type FreedStorage = z.infer<typeof FreedStorage>;

export const storageRoutes = {
  /** The stored size by kind, and how much of it no session names. */
  readStorage: getRoute(
    "/api/v1/storage",
    z.object({ kinds: z.array(StoredKind), unnamed: FreedStorage, folder: z.string() }),
  ),
  /** Deletes what no session names; sessions that can be restored count too. */
  freeStorage: postRoute("/api/v1/storage/free", z.strictObject({}), z.object({ freed: FreedStorage })),
} as const;
