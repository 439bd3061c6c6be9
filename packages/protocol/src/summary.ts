import { z } from "zod";

/** What takes the place of earlier messages, beside what was folded. All of it is absent where only outputs were folded. */
export const Summary = z.object({
  /** What stands for everything before `keptFrom`: the first message of the prompt is `task`, then `summary`. */
  task: z.string().optional(),
  summary: z.string().optional(),
  /** `seq` of the first entry that stays as it was. */
  keptFrom: z.int().positive().optional(),
  /** Who made the summary: the model, a copilot beside it, or rules from the log where neither was of use. */
  by: z.enum(["model", "copilot", "rules"]).optional(),
  /** Why the model's own summary was not taken. */
  refused: z
    .enum(["empty", "repeating", "lost_task", "not_words", "failed", "no_room", "not_asked"])
    .optional(),
});
export type Summary = z.infer<typeof Summary>;
