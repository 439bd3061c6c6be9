import { z } from "zod";
import { SessionId } from "./ids.ts";
import { Mode } from "./risk.ts";

/** The four states a person needs to tell apart. */
export const Attention = z.enum(["idle", "working", "needs_you", "error"]);
export type Attention = z.infer<typeof Attention>;

/** One line of the session list. Times are ISO 8601. */
export const SessionSummary = z.object({
  id: SessionId,
  title: z.string(),
  workspace: z.string(),
  openedAt: z.string(),
  changedAt: z.string(),
  turns: z.int().nonnegative(),
  mode: Mode,
  attention: Attention,
});
export type SessionSummary = z.infer<typeof SessionSummary>;
