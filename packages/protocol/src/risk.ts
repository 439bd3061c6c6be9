import { z } from "zod";

/** What a call could do, from harmless to beyond the machine. A label may add a question, never remove one. */
export const Risk = z.enum(["read", "edit", "execute", "destructive", "external"]);
export type Risk = z.infer<typeof Risk>;

/** Why a call asks, as codes; clients make the sentences. */
export const RiskReason = z.enum([
  "reads_workspace",
  "reads_secret",
  "changes_file",
  "creates_file",
  "protected_path",
  "runs_command",
  "may_destroy",
  "may_reach_network",
]);
export type RiskReason = z.infer<typeof RiskReason>;

/** Whether a call with these reasons asks in every mode, each time anew: a place that other programs obey, or a known secret. */
export function alwaysAsks(reasons: readonly RiskReason[]): boolean {
  return reasons.includes("protected_path") || reasons.includes("reads_secret");
}

/** What a session may do without asking: `plan` only reads; `ask` asks before every change and every command. */
export const Mode = z.enum(["plan", "ask"]);
export type Mode = z.infer<typeof Mode>;
