import { z } from "zod";

/** The possible effect of a call, from harmless to beyond the machine. A label may add a question, never remove one. */
export const Risk = z.enum(["read", "edit", "execute", "destructive", "external"]);
export type Risk = z.infer<typeof Risk>;

/** Why a call asks, as codes; clients word them. */
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

/**
 * Whether a call with these reasons asks in every mode, each time: it touches files that other programs execute or obey, a known secret, or
 * runs without a sandbox.
 */
export function alwaysAsks(reasons: readonly RiskReason[]): boolean {
  return alwaysAsking.some((reason) => reasons.includes(reason));
}

/**
 * What a session may do without asking. `plan` only reads; `ask` asks before every change and every command; `edits` changes files of the
 * workspace freely; `auto` also runs commands freely, only inside an active sandbox.
 */
export const Mode = z.enum(["plan", "ask", "edits", "auto"]);
export type Mode = z.infer<typeof Mode>;

/** The stricter of two modes. */
export function stricterMode(one: Mode, other: Mode): Mode {
  return Mode.options.indexOf(one) < Mode.options.indexOf(other) ? one : other;
}

/** The scope of an approval: this call, the same bytes or rules in this session, or rules in this project. */
export const ApprovalScope = z.enum(["once", "session", "project"]);
export type ApprovalScope = z.infer<typeof ApprovalScope>;
