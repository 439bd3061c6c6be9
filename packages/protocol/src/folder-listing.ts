import { z } from "zod";

/** The folders in a folder, and its models. Names only, no file contents. */
export const FolderListing = z.object({
  /** A real path. */
  path: z.string(),
  /** Absent at the top. */
  parent: z.string().optional(),
  folders: z.array(z.string()),
  models: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative() })),
  /** There is more than is listed. */
  more: z.boolean(),
});
export type FolderListing = z.infer<typeof FolderListing>;
