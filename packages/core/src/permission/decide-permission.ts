import { alwaysAsks, type CallSubject, type Mode, type PermissionStep, type Risk } from "@kestrel/protocol";
import { exactRule, mayBeNamed, namesItsHosts } from "@kestrel/session-state";
import { isLoopback } from "@kestrel/text";
import type { PermissionDecision } from "../ports/gate-hook.ts";
import type { PermissionQuestion } from "./rules-about.ts";
import { restOfLine, rulesAbout } from "./rules-about.ts";

/** The gate's decision on a call, its steps, and the rules that would allow exactly this if it may be remembered. */
export type Judgement = {
  decision: PermissionDecision;
  trace: readonly PermissionStep[];
  rules?: readonly string[];
};

/**
 * Mode × risk × rules × remembered approvals: deny beats allow beats ask. Calls that may destroy data or leave the machine, protected
 * places and known secrets ask each time, except a server's tool that the user allows by name, and a page or a search whose host they
 * allow. No rule allows what could not be parsed.
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

/** The facts about a call before the decision. */
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

/** What the mode allows by itself. Only a command can be sandboxed, and only its tool reports whether it is. */
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

/** The rules that would allow exactly this, if calls like it may be remembered. */
function offerable(question: PermissionQuestion): { rules?: readonly string[] } {
  const { tool, assessment } = question;
  const may = remembered.has(assessment.risk) || mayBeNamed(question.subject);
  if (!may || alwaysAsks(assessment.reasons)) return {};
  const parts = restOfLine(question);
  if (!parts || parts.length === 0 || parts.length > 20) return {};
  const rules = parts.map((part) => exactRule(tool, part));
  return rules.every((rule) => rule !== undefined) ? { rules: [...new Set(rules)] } : {};
}
