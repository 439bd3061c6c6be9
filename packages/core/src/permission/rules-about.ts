import type { Mode } from "@kestrel/protocol";
import { parseRule, type RulePattern, type StandingRule } from "@kestrel/protocol";
import type { JudgedCall } from "@kestrel/session-state";
import { type CallPart, coversPart, matchesPart, partsOfCall } from "@kestrel/session-state";
import type { Assessment } from "../ports/tool.ts";

import { mayHideCommands, withInnerCommands } from "./inner-commands.ts";

/** A call as the gate judges it. */
export type PermissionQuestion = JudgedCall & {
  mode: Mode;
  assessment: Pick<Assessment, "risk" | "reasons" | "reading" | "below" | "confined" | "unproven">;
  /** Digest that an answer would be bound to: see `approvalSubject`. */
  digest: string;
  grants: readonly string[];
  rules: readonly StandingRule[];
};

/** The rules that match a call, by verdict. */
export type RulesAbout = {
  deny: readonly StandingRule[];
  ask: readonly StandingRule[];
  /** The rules that together allow every part of it, if they do. */
  allow: readonly StandingRule[];
  covered: boolean;
  /** The first part that no rule allows, if rules allow others. */
  uncovered?: string;
  /** Rules against commands that may match, when the call runs an unparsed line, or searches folders that they may cover. */
  mayDeny: readonly StandingRule[];
};

/** Sorts the effective rules by whether they match a call. A workspace's own count only if they deny. */
export function rulesAbout(question: PermissionQuestion): RulesAbout {
  const read = question.rules.flatMap((rule) => {
    const pattern = parseRule(rule.rule);
    const heard = rule.origin !== "workspace" || rule.verdict === "deny";
    return pattern && heard ? [{ rule, pattern }] : [];
  });
  const about = (verdict: StandingRule["verdict"], parts: readonly CallPart[]) =>
    read
      .filter(({ rule, pattern }) => rule.verdict === verdict && isAbout(pattern, question.tool, parts))
      .map(({ rule }) => rule);
  const parts = withInnerCommands(partsOfCall(question));
  const mayDeny = read
    .filter(({ rule, pattern }) => rule.verdict === "deny" && mayBeAbout(pattern, question))
    .map(({ rule }) => rule);
  return { deny: about("deny", parts), ask: about("ask", parts), mayDeny, ...allowance(question, read) };
}

/** A rule for a whole tool matches each of its calls; one with a pattern matches calls with such a part. */
function isAbout(pattern: RulePattern, tool: string, parts: readonly CallPart[]): boolean {
  if (pattern.kind === undefined) return pattern.tool === tool;
  return parts.some((part) => matchesPart(pattern, tool, part));
}

/** The parts that rules must cover: all but read-only commands. Undefined for a line that could not be parsed. */
export function restOfLine(question: PermissionQuestion): CallPart[] | undefined {
  const { subject, assessment, places } = question;
  const { commands = [], alike } = subject;
  if (commands.length > 0 && !alike) return undefined;
  if (assessment.risk === "read" && commands.length > 0) return [];
  const looks = new Set(assessment.reading ?? []);
  // The places of a command line are those that its read-only commands read.
  const shown = commands.length > 0 ? { ...question, places: [] } : { ...question, places };
  return partsOfCall(shown).filter((part, at) => part.kind !== "command" || !looks.has(at));
}

type ReadRule = { rule: StandingRule; pattern: RulePattern };

function allowance(
  question: PermissionQuestion,
  read: readonly ReadRule[],
): Pick<RulesAbout, "allow" | "covered" | "uncovered"> {
  const allowing = read.filter(({ rule }) => rule.verdict === "allow");
  const parts = restOfLine(question);
  if (parts === undefined || allowing.length === 0) return { allow: [], covered: false };
  const { tool, subject } = question;
  if (parts.length === 0) {
    // No part can match a pattern: only a rule for the whole tool applies.
    const whole = allowing.filter(({ pattern }) => pattern.kind === undefined && pattern.tool === tool);
    const covered = whole.length > 0 && !subject.opaque;
    return { allow: covered ? whole.map(({ rule }) => rule) : [], covered };
  }
  const used = new Set<StandingRule>();
  let uncovered: string | undefined;
  for (const part of parts) {
    const by = allowing.find(({ pattern }) => coversPart(pattern, tool, part));
    if (by) used.add(by.rule);
    else uncovered ??= textOf(part);
  }
  if (uncovered === undefined) return { allow: [...used], covered: true };
  return { allow: [], covered: false, ...(used.size > 0 && { uncovered }) };
}

function mayBeAbout(
  { kind, tool, pattern = "" }: RulePattern,
  { subject, ...question }: PermissionQuestion,
): boolean {
  if (kind === "mcp" || (tool !== undefined && tool !== question.tool)) return false;
  const { commands = [], simple = [], alike } = subject;
  const hides = !alike || simple.some(({ words }) => mayHideCommands(words));
  if (kind !== "path")
    return kind !== undefined && commands.length > 0 && question.assessment.risk !== "read" && hides;
  // A call that searches a folder may read any file in it, unless the rule's folder is another one.
  const fixed = pattern.replace(/^\.\//, "").split("*")[0] ?? "";
  const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  return (question.assessment.below ?? []).some((from) => {
    return from === "." || `${from}/`.startsWith(folder) || folder.startsWith(`${from}/`);
  });
}

function textOf(part: CallPart): string {
  switch (part.kind) {
    case "command":
      return part.words.join(" ").slice(0, 200);
    case "path":
      return part.path;
    case "host":
      return part.host;
    case "mcp":
      return part.name;
    default:
      return part satisfies never;
  }
}
