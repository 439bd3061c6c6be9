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
  "writes_git",
  "outside_sandbox",
  "scripts_may_change",
  "scripts_unread",
  "no_snapshot",
  "foreign_tool",
]);
export type RiskReason = z.infer<typeof RiskReason>;

const alwaysAsking = ["protected_path", "reads_secret", "outside_sandbox"] as const;

/** Whether a call with these reasons asks in every mode, each time anew: a place that other programs obey, a known secret, no sandbox around it. */
export function alwaysAsks(reasons: readonly RiskReason[]): boolean {
  return alwaysAsking.some((reason) => reasons.includes(reason));
}

/**
 * What a session may do without asking. `plan` only reads; `ask` asks before every change and every command; `edits` changes
 * files of the workspace freely; `auto` also runs commands freely, inside an active sandbox and nowhere else.
 */
export const Mode = z.enum(["plan", "ask", "edits", "auto"]);
export type Mode = z.infer<typeof Mode>;

/** The one of two modes that lets less happen unasked. */
export function stricterMode(one: Mode, other: Mode): Mode {
  return Mode.options.indexOf(one) < Mode.options.indexOf(other) ? one : other;
}

/** How far a yes goes: this call, the same bytes or rules in this session, or rules in this project. */
export const ApprovalScope = z.enum(["once", "session", "project"]);
export type ApprovalScope = z.infer<typeof ApprovalScope>;
