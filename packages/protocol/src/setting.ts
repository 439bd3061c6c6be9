import { z } from "zod";

/** One effective setting and where its value came from. Secrets are shown as `(set)`. */
export const Setting = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
  origin: z.enum(["flag", "environment", "user", "loadout", "default"]),
  /** The file or variable that set it. */
  where: z.string().optional(),
});
export type Setting = z.infer<typeof Setting>;
