import { z } from "zod";
import { Guidance } from "./model-traits.ts";
import { Sampling } from "./sampling.ts";

/** Whether each prompt is a prefix of the next one, as the model's own template renders it. */
export const TemplateAudit = z.object({
  /** After a reply with a call and its result. */
  call: z.boolean(),
  /** After a final answer and a new user message. */
  user: z.boolean(),
  /** The same when reasoning is never sent back. */
  without: z.boolean(),
});
export type TemplateAudit = z.infer<typeof TemplateAudit>;

/** The questions of a probe: a tool call, a growing conversation, an edit, and a repeat after its slot was saved, erased and restored. */
export const ExamQuestion = z.enum(["call", "growth", "edit", "restore"]);
export type ExamQuestion = z.infer<typeof ExamQuestion>;

/** Tokens by the server's count: in the prompt, saved, restored, and then reused from its cache. */
export const SlotCount = z.object({
  prompt: z.int().nonnegative(),
  saved: z.int().nonnegative(),
  restored: z.int().nonnegative(),
  reused: z.int().nonnegative(),
});
export type SlotCount = z.infer<typeof SlotCount>;

/** How tools are described in text: `<tool_call>` tags, or fenced blocks of JSON. */
export const ToolsDialect = z.enum(["hermes", "fenced"]);
export type ToolsDialect = z.infer<typeof ToolsDialect>;
/** Default format for tools in text. */
export const usualToolsDialect = "hermes" satisfies ToolsDialect;

const counts = z.record(z.string(), z.int().nonnegative());

/** How one model's calls arrived: a count of each kind. The sums show what its server's template lacks. */
export const LandingCount = z.object({
  calls: z.int().nonnegative(),
  /** By where they were found when the server had not parsed them: `text`, `reasoning`, `schema`. */
  recovered: counts,
  /** By what was repaired: `name`, `json`, `arguments`. */
  repaired: counts,
  /** Could not be run; requested again or answered with an error. */
  rejected: z.int().nonnegative(),
  /** Replies that the server's own parser failed on. */
  unparsed: z.int().nonnegative(),
});
export type LandingCount = z.infer<typeof LandingCount>;

/**
 * What was learned about a model on a server, once for each (build, model, template, size). Kept as TOML that people may
 * edit; a later probe only adds what is missing.
 */
export const ModelProfile = z.object({
  server: z.string(),
  model: z.string(),
  /** The beginning of the SHA-256 of its chat template; empty when the server does not expose it. */
  template: z.string(),
  /** Bytes of its weights, as the server counts them; two files of one name are two models. */
  size: z.int().positive().optional(),
  /** The file or the address of its origin. */
  source: z.string().optional(),
  /**
   * A chat template that replaces the model's own whenever Kestrel starts its engine: an absolute path. The profile of the resulting model
   * names it too.
   */
  template_file: z
    .string()
    .regex(/^(\/|[A-Za-z]:[\\/])/)
    .optional(),
  /** The loaded window when it was probed. Tokens. */
  window: z.int().positive().optional(),
  audit: TemplateAudit.optional(),
  /** Whether a session sends reasoning back. It follows from the audit unless a person edits it. */
  reasoning: z.enum(["send", "omit"]).optional(),
  /** How much of a growing conversation the server reuses, by its own count. */
  reuse: z.enum(["full", "partial", "none"]).optional(),
  /** Whether a saved and restored slot is reused; only the server's count of reused tokens decides. */
  slot_restore: z.boolean().optional(),
  /** The figures behind it. */
  slot_count: SlotCount.optional(),
  /** Tokens per second. */
  speed: z.object({ prefill: z.number().positive(), generation: z.number().positive() }).optional(),
  /** How a tool call arrives: parsed by the server, found in the text, or not at all. */
  calls: z.enum(["native", "text", "none"]).optional(),
  /** How it gets its tools; overrides the server's report, and the user's setting overrides both. */
  tools: z.enum(["native", "text"]).optional(),
  /** The tools it was trained with: a session offers no others. */
  tool_names: z.array(z.string()).optional(),
  /** For tools in text. */
  tools_dialect: ToolsDialect.optional(),
  /** Fields that its server rejected. Requests leave them out. */
  left_out: z.array(z.string()).optional(),
  /** Its makers' recommendation; the user's settings override it. */
  sampling: Sampling.optional(),
  /** The family whose grammar its calls use: that of its template, unless a person edits it. */
  grammar: z.string().optional(),
  /** How it edits files reliably: it replaces an exact block, writes a whole file, or neither. */
  edits: z.enum(["replace", "whole", "none"]).optional(),
  /** The guidance it gets, whatever its size. */
  guidance: z.array(Guidance).optional(),
  /** The sums for its calls, updated at the end of each turn. */
  landing: LandingCount.optional(),
});
export type ModelProfile = z.infer<typeof ModelProfile>;
