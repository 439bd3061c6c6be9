import { z } from "zod";
import { DescribedCapability } from "./catalog-line.ts";
import { ReminderCause } from "./causes.ts";
import { SeenFile, ToolOutcomeKind } from "./event-parts.ts";
import { HookAnswer } from "./hook.ts";
import { CallId, ReportId, SessionId, TurnId } from "./ids.ts";
import { KeptImage } from "./image.ts";
import { Risk } from "./risk.ts";

/** The result of a call. */
export const ToolFinished = z.object({
  type: z.literal("tool.finished"),
  turnId: TurnId,
  callId: CallId,
  outcome: ToolOutcomeKind,
  /** What the model sees. */
  content: z.string(),
  exitCode: z.int().optional(),
  durationMs: z.number().nonnegative().optional(),
  seen: z.array(SeenFile).optional(),
  /** The file with the whole output when `content` is cut. */
  spillFile: z.string().optional(),
  /** Digest of the tool's own result, without any reminder: equal digests are equal results. */
  resultDigest: z.string().optional(),
  /** What the call did or would have done. */
  risk: Risk.optional(),
  /** Why `content` contains added text. */
  cause: ReminderCause.optional(),
  /** Pictures that the model sees with it. */
  images: z.array(KeptImage).optional(),
  /** Items of the model's plan that are still open after this call. */
  openItems: z.array(z.string()).optional(),
  /** The capabilities that `content` describes, by their names for `use`. */
  described: z.array(DescribedCapability).optional(),
  /** Web pages that `content` is from. */
  sources: z.array(z.object({ url: z.string(), title: z.string() })).optional(),
  /** The session of the subagent that answered. */
  helper: SessionId.optional(),
  /** The answers of the user's hooks. */
  hooks: z.array(HookAnswer).optional(),
  /** The tool failed inside Kestrel. */
  report: ReportId.optional(),
});
