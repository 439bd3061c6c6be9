import { z } from "zod";

/**
 * Aids for a model that would not finish by itself, by name. Each can be switched on its own, so that its effect can be measured;
 * docs/weak-models.md describes each with its results.
 */
export const Guidance = z.enum([
  /** The folder listing has one entry per line, two levels deep, with project files only. */
  "listing",
  /** Files that a message names are read before the model's first reply. */
  "named_files",
  /** Files are changed by writing them whole, as text. */
  "whole_files",
  /** The claims of a last reply are compared with the log. */
  "claims",
  /** Kestrel runs a check that the message names. */
  "run_check",
  /** A repeated call is sampled again. */
  "repeats",
  /** The result of a code change names the check to call. */
  "advice",
  /** After an empty reply, or text after a reminder, a schema allows only a call or the end. */
  "form",
  /** A reply ends when text follows its calls. */
  "stop_after_call",
]);
export type Guidance = z.infer<typeof Guidance>;

/**
 * Requirements that most models do not have. Decided in one place (`modelTraits` in core); other code reads only its field. An absent field
 * means: as with any other model.
 */
export const ModelTraits = z.object({
  /** A notice shown with the model. */
  notice: z.enum(["demonstration"]).optional(),
  /** The tools it was trained with: a session offers no others. */
  tools: z.array(z.string()).optional(),
  /** The texts it was trained on, by name: a session that opens with it uses them. */
  texts: z.string().optional(),
  /** Works in any window, however small. */
  anyWindow: z.boolean().optional(),
  /** Was trained without a folder's instructions, and gets none. */
  noInstructions: z.boolean().optional(),
  /** A full window is compacted by folding old outputs, then to the user's messages only: the model cannot write notes. */
  compaction: z.enum(["fold"]).optional(),
  /** Queued messages that it gets at once; the others wait until those are answered. */
  steeringAtOnce: z.int().positive().optional(),
  /** Tokens; a longer reply is cut. */
  longestReply: z.int().positive().optional(),
  /** Is cut after a short repetition, which ends the turn: asked to continue, it repeats itself. */
  repeatsItself: z.boolean().optional(),
  /** Nothing is prefilled for it: its output is the same every time. */
  noPrefill: z.boolean().optional(),
  /** Cannot fill another role in addition to main model. */
  noSeat: z.boolean().optional(),
  /** Our engine samples it deterministically (temperature 0). */
  repeatable: z.boolean().optional(),
  /** The guidance it gets as a weak model; `modelTraits` decides. */
  guidance: z.array(Guidance).optional(),
  /** The family whose grammar its calls use, by its name in the table of tool calls. */
  grammar: z.string().optional(),
  /** Conversations that our engine caches at once, for a small window. */
  slots: z.int().positive().optional(),
});
export type ModelTraits = z.infer<typeof ModelTraits>;
