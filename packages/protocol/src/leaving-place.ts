import { z } from "zod";

/** Where something of this machine goes: words to an address that is not here, or the value of the variable `key` to any. */
export const LeavingPlace = z.object({
  /** An address, or the host that a file names in place of one; behind it in brackets the name of a model that leads away from there. */
  url: z.string(),
  key: z.string().optional(),
});
export type LeavingPlace = z.infer<typeof LeavingPlace>;
