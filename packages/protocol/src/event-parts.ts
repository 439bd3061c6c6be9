import { z } from "zod";
import { CatalogLine } from "./catalog-line.ts";
import { ToolSpec } from "./prompt.ts";

/**
 * What never changes within a session: the system prompt, the tools in their order, and whether reasoning is sent back. The description
 * of `use` contains the lines of `catalog`. Here they are listed separately, with those that exceeded the budget.
 */
export const Prefix = z.object({
  system: z.string(),
  tools: z.array(ToolSpec),
  reasoning: z.enum(["send", "omit"]),
  catalog: z.array(CatalogLine).optional(),
  /** The texts that its model was trained on, by name; they take the place of the product's own words. */
  texts: z.string().optional(),
});
export type Prefix = z.infer<typeof Prefix>;

/** How calls are requested when not in the server's own way: as plain text, or one call constrained to its schema. */
export const CallFormat = z.enum(["text", "schema"]);
export type CallFormat = z.infer<typeof CallFormat>;

/** A file a tool looked at or wrote, as it was then. `hash` is of the bytes; absent for a file that does not exist. */
export const SeenFile = z.object({ path: z.string(), hash: z.string().optional() });
export type SeenFile = z.infer<typeof SeenFile>;

export const ToolOutcomeKind = z.enum(["ok", "error", "denied", "cancelled", "interrupted", "rejected"]);
export type ToolOutcomeKind = z.infer<typeof ToolOutcomeKind>;

/** Text put at the tail of what the model sees, with the reason it is there. */
export const ContextKind = z.enum([
  "machine",
  "summary",
  "reminder",
  "steering",
  "instructions",
  "restored",
  "capability",
  "prompt",
  "hook",
  "digest",
  "memory",
  "files",
]);
export type ContextKind = z.infer<typeof ContextKind>;

/** Why a call cannot be run, in the parts the model is answered with. */
export const RejectedReason = z.object({
  reason: z.string(),
  /** The fault of a parsed call; absent for one that could not be parsed. */
  kind: z.enum(["unknown_tool", "arguments", "cut", "doubtful"]).optional(),
  /** The part of the schema that was not met. */
  expected: z.string().optional(),
  got: z.string(),
  /** What to try. */
  hint: z.string().optional(),
});
export type RejectedReason = z.infer<typeof RejectedReason>;

/** What a request is for, when it is not a step of a turn. */
export const RequestPurpose = z.enum(["compaction"]);
export type RequestPurpose = z.infer<typeof RequestPurpose>;

/** Why the conversation was compacted: the window filled, the user asked, the server refused, or the session was idle. */
export const CompactionCause = z.enum(["window", "asked", "overflow", "idle"]);
export type CompactionCause = z.infer<typeof CompactionCause>;
