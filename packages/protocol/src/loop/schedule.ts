import { z } from "zod";
import { Mode } from "../risk.ts";

/** One of `[[schedules]]` in the user's settings: a message sent at its time, in a new session. */
export const Schedule = z
  .strictObject({
    name: z.string().regex(/^(?=.{1,40}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/i),
    folder: z.string().min(1).max(4096),
    prompt: z.string().min(1).max(20_000),
    /** The hour and minute of every day, in local time. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional(),
    /** Minutes between two of them. */
    every: z.int().min(5).max(10_080).optional(),
    mode: Mode.default("plan"),
  })
  .refine(({ at, every }) => (at === undefined) !== (every === undefined), "needs either at or every");
export type Schedule = z.infer<typeof Schedule>;
