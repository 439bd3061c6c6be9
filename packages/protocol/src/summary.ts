import { z } from "zod";

/** What replaces earlier messages. Absent when only outputs were folded. */
export const Summary = z.object({
  /** Replaces everything before `keptFrom`: the first message of the prompt is `task`, then `summary`. */
  task: z.string().optional(),
  summary: z.string().optional(),
  /** `seq` of the first unchanged entry. */
  keptFrom: z.int().positive().optional(),
  /** The author of the summary: the model, the summarizer, or rules from the log when neither was usable. */
  by: z.enum(["model", "copilot", "rules"]).optional(),
  /** Why the model's own summary was rejected. */
  refused: z
    .enum(["empty", "repeating", "lost_task", "not_words", "failed", "no_room", "not_asked"])
    .optional(),
});
export type Summary = z.infer<typeof Summary>;
