import { z } from "zod";

/** A remote endpoint: an address on another machine, or any address that the value of the variable `key` is sent to. */
export const LeavingPlace = z.object({
  /** An address, or the host that a file names in place of one; behind it in brackets the name of a model that leads away from there. */
  url: z.string(),
  key: z.string().optional(),
});
export type LeavingPlace = z.infer<typeof LeavingPlace>;
