import { z } from "zod";
import { CallId, SessionId } from "./ids.ts";
import { CrewRole } from "./loadout.ts";
import { Mode } from "./risk.ts";
import { getRoute } from "./route.ts";

/** A helper's name, as `use` takes it. */
export const HelperName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/);
export type HelperName = z.infer<typeof HelperName>;

/** Of a helper's session: the call of another session that asked for it, and which helper it is. */
export const HelperParent = z.object({ sessionId: SessionId, callId: CallId, helper: HelperName });
export type HelperParent = z.infer<typeof HelperParent>;

/** A helper as a client shows it. */
const InstalledHelper = z.object({
  name: HelperName,
  description: z.string(),
  from: z.enum(["kestrel", "user"]),
  tools: z.array(z.string()),
  mode: Mode,
  steps: z.int().positive(),
  /** Which of the crew answers in it. */
  hint: CrewRole.optional(),
});

/** Something in a helper's file that does not count. */
export const HelperProblem = z.object({
  file: z.string(),
  why: z.enum(["name", "empty", "too_long", "tools", "policy", "name_taken", "hint"]),
});
export type HelperProblem = z.infer<typeof HelperProblem>;

/** The helpers of new sessions, and where the user's own lie. */
export const ListedHelpers = z.object({
  helpers: z.array(InstalledHelper),
  problems: z.array(HelperProblem),
  folder: z.string(),
});
export type ListedHelpers = z.infer<typeof ListedHelpers>;

/** The part of the table of routes that is about helpers. */
export const helperRoutes = {
  listHelpers: getRoute("/api/v1/helpers", ListedHelpers),
} as const;
