import type { Op } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";
import { allowedWith } from "./allowed-with.ts";

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
