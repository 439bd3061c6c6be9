import { parseRule } from "@kestrel/protocol";
import { type CallPart, coversPart, type JudgedCall, matchedParts } from "./call-parts.ts";

/** What rules that somebody writes for a call come to: one is none, one is about another call, or they fit. */
export type RuleCheck =
  | { kind: "no_rule"; rule: string }
  | { kind: "other_call"; rule: string }
  | { kind: "fits"; parts: readonly CallPart[] };

/** Checks rules for a call as they are written. What was offered with its question fits as it is. */
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

/** Those of some commands, each as its words, that a rule is about: what else it would let through. */
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
