import { alwaysAsks, type CallSubject, type Mode, type PermissionStep, type Risk } from "@kestrel/protocol";
import { exactRule, mayBeNamed, namesItsHosts } from "@kestrel/session-state";
import { isLoopback } from "@kestrel/text";
import type { PermissionDecision } from "../ports/gate-hook.ts";
import type { PermissionQuestion } from "./rules-about.ts";
import { restOfLine, rulesAbout } from "./rules-about.ts";

/** What the gate says to a call, how it came to that, and the rules that would allow exactly this where it may be remembered. */
export type Judgement = {
  decision: PermissionDecision;
  trace: readonly PermissionStep[];
  rules?: readonly string[];
};

/**
 * Mode × risk × rules × what the user remembered: deny beats allow beats ask. What may destroy or leaves the machine, a
 * protected place and a known secret ask each time, but for a server's tool that the user allows by name, and a page or a
 * search whose host they allow; what no parser could read is let through by no rule.
 */
export function decidePermission(question: PermissionQuestion): Judgement {
  const { mode, assessment, digest, grants } = question;
  const { risk, reasons } = assessment;
  const trace: PermissionStep[] = [{ step: "mode", params: { mode } }, ...facts(question)];
  const judged = (decision: PermissionDecision, ...steps: PermissionStep[]): Judgement => ({
    decision,
    trace: [...trace, ...steps],
    ...(decision.kind === "ask" && offerable(question)),
  });
  const about = rulesAbout(question);
  const [denying] = about.deny;
  if (denying) {
    const { rule, origin } = denying;
    return judged({ kind: "deny", reason: rule }, { step: "rule_denies", params: { rule, origin } });
  }
  if (mode === "plan" && risk !== "read") return judged({ kind: "deny" }, byMode("mode_denies", mode));
  const why = asksEachTime(question);
  if (why !== undefined) {
    const unheard = about.covered ? about.allow : [];
    const steps = unheard.map(
      ({ rule, origin }): PermissionStep => ({ step: "rule_unheard", params: { rule, origin } }),
    );
    return judged({ kind: "ask" }, { step: "asks_each_time", params: { why } }, ...steps);
  }
  if (grants.includes(digest)) return judged({ kind: "allow", by: "grant" }, { step: "remembered" });
  if (about.covered) {
    const rules = about.allow.map(({ rule }) => rule);
    const steps = about.allow.map(
      ({ rule, origin }): PermissionStep => ({ step: "rule_allows", params: { rule, origin } }),
    );
    const origins = about.allow.map(({ origin }) => origin);
    return judged({ kind: "allow", by: "rule", rules, origins }, ...steps);
  }
  if (about.uncovered !== undefined)
    trace.push({ step: "part_uncovered", params: { part: about.uncovered } });
  const [asking] = about.ask;
  if (asking) {
    const { rule, origin } = asking;
    return judged({ kind: "ask" }, { step: "rule_asks", params: { rule, origin } });
  }
  const [veiled] = about.mayDeny;
  if (veiled) return judged({ kind: "ask" }, { step: "rule_may_deny", params: { rule: veiled.rule } });
  return modeAllows(question)
    ? judged({ kind: "allow", by: "mode" }, byMode("mode_allows", mode))
    : judged({ kind: "ask" }, byMode("mode_asks", mode));

  function asksEachTime({ subject }: PermissionQuestion): string | undefined {
    if (risk === "destructive" || (risk === "external" && !mayBeNamed(subject))) return risk;
    if (alwaysAsks(reasons)) return reasons.find((reason) => alwaysAsks([reason]));
    if (namesItsHosts(subject)) return undefined;
    // A confined command has no network: what it names is loopback, the session's own.
    const leaves = subject.network?.some((url) => !(assessment.confined && isLoopback(url)));
    return risk !== "read" && leaves ? "external" : undefined;
  }
}

function byMode(step: "mode_allows" | "mode_asks" | "mode_denies", mode: Mode): PermissionStep {
  return { step, params: { mode } };
}

/** What is known of the call before it is decided. */
function facts({
  subject,
  mode,
  assessment: { risk, confined, unproven },
}: PermissionQuestion): PermissionStep[] {
  const { commands = [], simple = [] } = subject;
  const runs = commands.length > 0;
  return [
    ...(runs ? [readStep(subject, simple.length)] : []),
    risk === "read" && runs ? { step: "proven_reading" } : { step: "risk", params: { risk } },
    ...(unproven === undefined ? [] : [{ step: unproven }]),
    ...(runs && risk !== "read" && (confined || mode === "auto")
      ? [{ step: confined ? ("in_sandbox" as const) : ("no_sandbox" as const) }]
      : []),
  ];
}

function readStep({ alike }: CallSubject, count: number): PermissionStep {
  return alike ? { step: "line_read", params: { count: String(count) } } : { step: "line_not_read" };
}

/** What the mode lets through by itself. Only a command can be inside a sandbox, and only its tool knows whether it is. */
function modeAllows({ mode, assessment: { risk, confined } }: PermissionQuestion): boolean {
  switch (risk) {
    case "read":
      return true;
    case "edit":
      return mode === "edits" || mode === "auto";
    case "execute":
      return mode === "auto" && confined === true;
    case "destructive":
    case "external":
      return false;
    default:
      return risk satisfies never;
  }
}

const remembered: ReadonlySet<Risk> = new Set(["read", "edit", "execute"]);

/** The rules that would let exactly this through, where something like it may be remembered. */
function offerable(question: PermissionQuestion): { rules?: readonly string[] } {
  const { tool, assessment } = question;
  const may = remembered.has(assessment.risk) || mayBeNamed(question.subject);
  if (!may || alwaysAsks(assessment.reasons)) return {};
  const parts = restOfLine(question);
  if (!parts || parts.length === 0 || parts.length > 20) return {};
  const rules = parts.map((part) => exactRule(tool, part));
  return rules.every((rule) => rule !== undefined) ? { rules: [...new Set(rules)] } : {};
}
