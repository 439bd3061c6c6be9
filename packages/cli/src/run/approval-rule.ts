import {
  alwaysAsks,
  type CallSubject,
  type PermissionStep,
  parseRule,
  type Risk,
  type RiskReason,
} from "@kestrel/protocol";
import { coversPart } from "@kestrel/session-state";
import { type Flags, UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import { shellLine } from "../models/shell-line.ts";

/** What a run may do without asking. */
export type ApprovalRule = {
  edits: boolean;
  /** Allows what mode `auto` would allow. */
  asAuto: boolean;
  /** Exact command lines. */
  commands: ReadonlySet<string>;
  /** Rules for commands, as in `kestrel permissions`. */
  patterns: readonly string[];
};

/** A waiting call, as judged by the rule. */
export type AskingCall = {
  subject?: CallSubject;
  risk: Risk;
  reasons: readonly RiskReason[];
  /** Why the gate asks. */
  trace?: readonly PermissionStep[];
};

/**
 * The rule in `--approve` and `--allow`: `--allow 'npm test'` is that exact line, `--allow 'command: npm test *'`
 * a rule. Throws UsageError for an invalid value.
 */
export function approvalRuleOf({ approve, allow = [] }: Flags, say: Say): ApprovalRule {
  if (allow.some((line) => line.trim() === ""))
    throw new UsageError(say("usage.value", { flag: "--allow", value: "", expected: "'npm test'" }));
  const other = allow.find((value) => aboutOthers(value));
  if (other !== undefined) throw new UsageError(say("run.allowKind", { value: other }));
  const patterns = allow.filter((value) => parseRule(value)?.kind === "command");
  const lines = allow.filter((value) => !patterns.includes(value));
  return { edits: approve === "edits", asAuto: approve === "all", commands: new Set(lines), patterns };
}

/** `word: …`, or with a rule's tool before it; `grep path: x` is a shell line. */
const ruleForm = /^\s*(?:(?:read|search|edit|write|shell|job|use)[ \t]+)?[\w.-]+:\s/;

/** Whether a value is written as a rule for something other than a command. As a shell line it would never match. */
function aboutOthers(value: string): boolean {
  return ruleForm.test(value) && parseRule(value)?.kind !== "command";
}

/** The exact lines that end in a star. The star is literal there, but a pattern may have been meant. */
export function linesLikePatterns({ commands }: ApprovalRule): string[] {
  return [...commands].filter((line) => line.endsWith("*"));
}

/**
 * Whether the rule allows the call: an edit outside protected places, an exactly matching line, or a line whose every
 * command matches a pattern. A pattern never allows a call that always asks. With `all` also what `auto` would allow.
 */
export function allows(rule: ApprovalRule, call: AskingCall): boolean {
  if (rule.asAuto && autoAllows(call)) return true;
  const commands = call.subject?.commands ?? [];
  if (commands.length > 0)
    return commands.every((command) => rule.commands.has(command)) || isCovered(rule, call);
  return rule.edits && call.risk === "edit" && !call.reasons.includes("protected_path");
}

/** Whether only the mode asks, and `auto` would not: an edit, or a command that is known to run inside the sandbox. */
function autoAllows({ risk, reasons, trace = [] }: AskingCall): boolean {
  if (trace.at(-1)?.step !== "mode_asks" || alwaysAsks(reasons)) return false;
  return risk === "edit" || (risk === "execute" && trace.some(({ step }) => step === "in_sandbox"));
}

function isCovered({ patterns }: ApprovalRule, { subject, risk, reasons }: AskingCall): boolean {
  const { simple = [], alike } = subject ?? {};
  if (!alike || simple.length === 0 || alwaysAsks(reasons)) return false;
  if (risk === "destructive" || risk === "external" || (subject?.network?.length ?? 0) > 0) return false;
  const rules = patterns.map((text) => parseRule(text)).filter((rule) => rule !== undefined);
  return simple.every(({ words }) =>
    rules.some((rule) => coversPart(rule, "shell", { kind: "command", words })),
  );
}

/** The flags that would have allowed the call; undefined when none can. */
export function switchFor({ subject, risk, reasons }: AskingCall): string | undefined {
  const commands = subject?.commands ?? [];
  if (commands.length > 0) return commands.map((command) => `--allow ${shellLine([command])}`).join(" ");
  return risk === "edit" && !reasons.includes("protected_path") ? "--approve edits" : undefined;
}
