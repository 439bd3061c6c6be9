import type { ApprovalScope } from "@kestrel/protocol";
import { checkRules, type JudgedCall, type ToolEntry } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";

type Yes = { scope: ApprovalScope; rules?: readonly string[] };

/**
 * What an approval allows in addition to its call: nothing, the exact call for the session, or rules. Only offered parts may become rules,
 * and each must match this call. Throws `rule_invalid`.
 */
export function allowedWith(
  call: ToolEntry | undefined,
  workspace: string,
  { scope, rules }: Yes,
): { scope: ApprovalScope; rules?: string[] } {
  if (scope === "once" || (scope === "session" && !rules)) return { scope };
  const offered = call?.approval?.rules;
  if (!call?.subject || !offered)
    throw new KestrelError("rule_invalid", "nothing of this call is remembered", { reason: "not_offered" });
  const judged: JudgedCall = { tool: call.tool, workspace, subject: call.subject };
  const check = checkRules(rules ?? [], judged, offered);
  if (check.kind !== "fits")
    throw new KestrelError("rule_invalid", check.kind, { reason: check.kind, rule: check.rule });
  return { scope, rules: [...(rules ?? offered)] };
}
