import { parseRule, type StandingRule } from "@kestrel/protocol";
import type { Tool } from "../ports/tool.ts";

/** The tools offered to a new session: without those that a rule denies entirely. */
export function offeredTools(tools: readonly Tool[], rules: readonly StandingRule[]): readonly Tool[] {
  const denied = new Set(
    rules
      .filter(({ verdict }) => verdict === "deny")
      .map(({ rule }) => parseRule(rule))
      .map((pattern) => (pattern?.kind === undefined ? pattern?.tool : undefined)),
  );
  // A job is a command as well.
  if (denied.has("shell")) denied.add("job");
  return tools.filter(({ spec }) => !denied.has(spec.name));
}
