import { z } from "zod";
import { Guidance } from "./model-traits.ts";
import { Sampling } from "./sampling.ts";

/** Whether what was sent stays the beginning of what comes next, as the model's own template renders it. */
export const TemplateAudit = z.object({
  /** After a reply with a call and its result. */
  call: z.boolean(),
  /** After a final answer and a new message of the user's. */
  user: z.boolean(),
  /** The same when reasoning was never sent back. */
  without: z.boolean(),
});
export type TemplateAudit = z.infer<typeof TemplateAudit>;

/**
 * What a model can be asked, one short question at a time: a tool call, a conversation that grows, an edit, and the same
 * again after its slot was saved, erased and restored.
 */
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

/** How tools are written in words: `<tool_call>` tags, or fenced blocks of JSON. */
export const ToolsDialect = z.enum(["hermes", "fenced"]);
export type ToolsDialect = z.infer<typeof ToolsDialect>;
/** For tools in words, unless something else is known of the model. */
export const usualToolsDialect = "hermes" satisfies ToolsDialect;

const counts = z.record(z.string(), z.int().nonnegative());

/** How one model's calls came in: how many of each kind. The sums tell what its server's template lacks. */
export const LandingCount = z.object({
  calls: z.int().nonnegative(),
  /** By where they were found when the server had not parsed them: `text`, `reasoning`, `schema`. */
  recovered: counts,
  /** By what was mended: `name`, `json`, `arguments`. */
  repaired: counts,
  /** Could not be run; asked again or answered with an error. */
  rejected: z.int().nonnegative(),
  /** Replies that the server's own parser gave up on. */
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
  /** The beginning of the SHA-256 of its chat template; empty where the server does not show it. */
  template: z.string(),
  /** Bytes of its weights, as the server counts them; two files of one name are two models. */
  size: z.int().positive().optional(),
  /** The file or the address it came from. */
  source: z.string().optional(),
  /**
   * A chat template that takes the place of the model's own whenever Kestrel starts its engine: an absolute path. The
   * profile of what is then served names it too.
   */
  template_file: z
    .string()
    .regex(/^(\/|[A-Za-z]:[\\/])/)
    .optional(),
  /** Tokens, loaded when it was probed. */
  window: z.int().positive().optional(),
  audit: TemplateAudit.optional(),
  /** Whether a session sends reasoning back. It follows from the audit unless a person edits it. */
  reasoning: z.enum(["send", "omit"]).optional(),
  /** How much of a conversation the server really reuses when it only grows, by its own count. */
  reuse: z.enum(["full", "partial", "none"]).optional(),
  /** Whether a slot that was saved and restored is really reused; only what the server says it reused counts. */
  slot_restore: z.boolean().optional(),
  /** The figures behind it. */
  slot_count: SlotCount.optional(),
  /** Tokens a second. */
  speed: z.object({ prefill: z.number().positive(), generation: z.number().positive() }).optional(),
  /** How a tool call arrives: parsed by the server, found in the text, or not at all. */
  calls: z.enum(["native", "text", "none"]).optional(),
  /** How it is given its tools, before what the server says of itself; what the user sets comes before both. */
  tools: z.enum(["native", "text"]).optional(),
  /** The tools it was trained with: a session is offered no others. */
  tool_names: z.array(z.string()).optional(),
  /** For tools in words. */
  tools_dialect: ToolsDialect.optional(),
  /** Fields that its server refused. Requests leave them out. */
  left_out: z.array(z.string()).optional(),
  /** What its makers recommend; what the user sets comes before it. */
  sampling: Sampling.optional(),
  /** The family whose grammar its calls use: that of its template, unless a person edits it. */
  grammar: z.string().optional(),
  /** How it edits files reliably: it replaces an exact block, writes a whole file, or neither. */
  edits: z.enum(["replace", "whole", "none"]).optional(),
  /** What Kestrel does for it because it is weak, whatever its size says. */
  guidance: z.array(Guidance).optional(),
  /** Everything its calls came in as, counted on at the end of each turn. */
  landing: LandingCount.optional(),
});
export type ModelProfile = z.infer<typeof ModelProfile>;
