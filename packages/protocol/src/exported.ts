import { z } from "zod";
import { postRoute } from "./route.ts";

/** A session written down for others to read. */
export const Exported = z.object({
  text: z.string(),
  /** The lines in which something looks like a secret, as they stand without it; the first of them. */
  found: z.array(z.object({ line: z.int().positive(), text: z.string() })),
  /** How many such lines there are. */
  places: z.int().nonnegative(),
});
export type Exported = z.infer<typeof Exported>;

export const ExportWish = z.strictObject({
  format: z.enum(["markdown", "jsonl"]),
  /** Leave out what looks like a secret. */
  redact: z.boolean(),
});
export type ExportWish = z.infer<typeof ExportWish>;

export const exportRoutes = {
  exportSession: postRoute("/api/v1/sessions/:id/export", ExportWish, Exported),
} as const;
