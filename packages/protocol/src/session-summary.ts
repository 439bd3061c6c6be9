import { z } from "zod";
import { HelperParent } from "./helper.ts";
import { SessionId } from "./ids.ts";
import { Origin } from "./origin.ts";
import { Mode } from "./risk.ts";

/** The displayed states. `idle`: its last turn ended by itself; `stopped`: it was ended early; `empty`: no message yet. */
export const Attention = z.enum(["idle", "working", "needs_you", "error", "stopped", "empty"]);
export type Attention = z.infer<typeof Attention>;

/** The user's marks on a session. `archived`: only the list of archived sessions shows it. */
export const SessionMarks = z.object({
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
});
export type SessionMarks = z.infer<typeof SessionMarks>;

/** The unreadable part of a log: skipped broken lines, and missing sequence numbers below the highest. */
export const LogDamage = z.object({ lines: z.int().nonnegative(), missing: z.int().nonnegative() });
export type LogDamage = z.infer<typeof LogDamage>;

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
  marks: SessionMarks.optional(),
  /** A part of its log cannot be read: the session can be read and continued in a new one, but not changed. */
  damage: LogDamage.optional(),
  /** Of a helper: whose call it answers. */
  parent: HelperParent.optional(),
  /** The channel that it belongs to. */
  origin: Origin.optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A removed session that can still be restored. */
export const RemovedSession = z.object({ session: SessionSummary, removedAt: z.string() });
export type RemovedSession = z.infer<typeof RemovedSession>;
