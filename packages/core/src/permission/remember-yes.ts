import type { ApprovalScope, Op } from "@kestrel/protocol";
import { checkRules, type JudgedCall, type SessionState, type ToolEntry } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";

/** What an approval allows in addition to its call, checked against its question; rules for the project are stored when this resolves. */
export async function rememberYes(
  { permissions }: Pick<AgentParts, "permissions">,
  { workspace }: Pick<SessionState, "workspace">,
  call: ToolEntry | undefined,
  { digest, scope, rules }: Op & { type: "approve" },
): Promise<ReturnType<typeof allowedWith>> {
  // An answer without an open question is refused as such, not for its rules.
  if (call?.status !== "waiting" || call.approval?.digest !== digest) return { scope };
  const allowed = allowedWith(call, workspace, { scope, rules });
  if (scope === "project" && allowed.rules) await permissions?.remember(workspace, "allow", allowed.rules);
  return allowed;
}

type Yes = { scope: ApprovalScope; rules?: readonly string[] };

/**
 * What an approval allows in addition to its call: nothing, the exact call for the session, or rules. Only offered parts may become rules,
 * and each must match this call. Throws `rule_invalid`.
 */
function allowedWith(
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
