import { z } from "zod";

/**
 * What Kestrel does for a model that would not finish alone, by name. Each can be switched by itself, so that it can be
 * measured by itself; docs/weak-models.md says what each does and what it was worth.
 */
export const Guidance = z.enum([
  /** The folder is listed one entry a line, two levels deep, without what is not the project's. */
  "listing",
  /** Files that a message names are read before the model speaks. */
  "named_files",
  /** Files are changed by writing them whole, as text. */
  "whole_files",
  /** What a last reply claims is compared with the log. */
  "claims",
  /** A check that the message names is run by Kestrel. */
  "run_check",
  /** A call that was made before is sampled again. */
  "repeats",
  /** The result of a code change names the check to call. */
  "advice",
  /** After an empty reply, or text after a reminder, a schema allows only a call or the end. */
  "form",
  /** A reply ends once words stand behind its calls. */
  "stop_after_call",
]);
export type Guidance = z.infer<typeof Guidance>;

/**
 * What a model needs that most do not. Decided in one place (`modelTraits` in core); everything else reads the one field it
 * is about. An absent field means: as with any other model.
 */
export const ModelTraits = z.object({
  /** What people are told of the model wherever it is shown. */
  notice: z.enum(["demonstration"]).optional(),
  /** The tools it was trained with: a session is offered no others. */
  tools: z.array(z.string()).optional(),
  /** The texts it was trained on, by name: a session that opens with it is answered in these words. */
  texts: z.string().optional(),
  /** Works in any window, however small. */
  anyWindow: z.boolean().optional(),
  /** Was trained without instructions of a folder, and is sent none. */
  noInstructions: z.boolean().optional(),
  /** A full window is met by folding old outputs, then by the user's words alone: the model cannot write notes. */
  compaction: z.enum(["fold"]).optional(),
  /** Messages typed meanwhile that it is given at once; the others wait until those are answered. */
  steeringAtOnce: z.int().positive().optional(),
  /** Tokens; a longer reply has lost its way. */
  longestReply: z.int().positive().optional(),
  /** Is stopped after a short repetition, and a reply that was stopped ends the turn: asked to go on, it repeats itself. */
  repeatsItself: z.boolean().optional(),
  /** Nothing is prefilled for it: what it does comes out the same every time. */
  noPrefill: z.boolean().optional(),
  /** Takes no seat of a crew beside its work as main model. */
  noSeat: z.boolean().optional(),
  /** Our engine runs it without chance (temperature 0). */
  repeatable: z.boolean().optional(),
  /** What Kestrel does for it because it is weak; `modelTraits` decides. */
  guidance: z.array(Guidance).optional(),
  /** The family whose grammar its calls are written in, by its name in the table of tool calls. */
  grammar: z.string().optional(),
  /** Conversations that our engine keeps at once, where its window is small. */
  slots: z.int().positive().optional(),
});
export type ModelTraits = z.infer<typeof ModelTraits>;
