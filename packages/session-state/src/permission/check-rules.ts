import { parseRule } from "@kestrel/protocol";
import { type CallPart, coversPart, type JudgedCall, matchedParts } from "./call-parts.ts";

/** The result for typed rules: one is not a rule, one matches other calls only, or all fit. */
export type RuleCheck =
  | { kind: "no_rule"; rule: string }
  | { kind: "other_call"; rule: string }
  | { kind: "fits"; parts: readonly CallPart[] };

/** Checks rules for a call while they are typed. A rule that was offered with the question always fits. */
export function checkRules(
  rules: readonly string[],
  call: JudgedCall,
  offered: readonly string[],
): RuleCheck {
  const parts = new Set<CallPart>();
  for (const rule of rules) {
    const matched = matchedParts(rule, call);
    if (!matched) return { kind: "no_rule", rule };
    if (matched.length === 0 && !offered.includes(rule)) return { kind: "other_call", rule };
    for (const part of matched) parts.add(part);
  }
  return { kind: "fits", parts: [...parts] };
}

/** The commands, each given as its words, that a rule would also allow. */
export function commandsCovered(
  rule: string,
  tool: string,
  commands: readonly (readonly string[])[],
): string[] {
  const pattern = parseRule(rule);
  if (!pattern) return [];
  const covered = commands.filter((words) => coversPart(pattern, tool, { kind: "command", words }));
  return [...new Set(covered.map((words) => words.join(" ")))];
}
