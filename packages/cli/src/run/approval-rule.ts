import type { CallSubject, Risk, RiskReason } from "@kestrel/protocol";
import { type Flags, UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import { shellLine } from "../models/shell-line.ts";

/** What a run may do without asking. */
export type ApprovalRule = { edits: boolean; commands: ReadonlySet<string> };

/** A call that asks, as the rule judges it. */
export type AskingCall = {
  subject?: CallSubject;
  risk: Risk;
  reasons: readonly RiskReason[];
};

/** The rule in `--approve` and `--allow`. Throws UsageError for a value that is none. */
export function approvalRuleOf({ approve, allow = [] }: Flags, say: Say): ApprovalRule {
  if (approve !== undefined && approve !== "edits") {
    throw new UsageError(say("usage.value", { flag: "--approve", value: approve, expected: "edits" }));
  }
  return { edits: approve === "edits", commands: new Set(allow) };
}

/** Whether the rule allows the call: an edit outside protected places, or a command that is byte for byte one of those named. */
export function allows(rule: ApprovalRule, call: AskingCall): boolean {
  const commands = call.subject?.commands ?? [];
  if (commands.length > 0) return commands.every((command) => rule.commands.has(command));
  return rule.edits && call.risk === "edit" && !call.reasons.includes("protected_path");
}

/** The flags that would have let the call through; undefined where none can. */
export function switchFor({ subject, risk, reasons }: AskingCall): string | undefined {
  const commands = subject?.commands ?? [];
  if (commands.length > 0) return commands.map((command) => `--allow ${shellLine([command])}`).join(" ");
  return risk === "edit" && !reasons.includes("protected_path") ? "--approve edits" : undefined;
}
