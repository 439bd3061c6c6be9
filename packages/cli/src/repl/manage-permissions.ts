import type { DaemonClient } from "@kestrel/server/client";
import { type SessionState, sessionGrants } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { explainedLines, grantLines, ruleLines } from "../permissions/permission-lines.ts";

type Desk = {
  client: DaemonClient;
  state: SessionState | undefined;
  folder: string;
  mode: SessionState["mode"];
  say: Say;
  revoke(grant: { digest: string } | { rule: string }): Promise<void>;
};

/** `/permissions`: the rules here and the session's grants; `revoke ID` removes one, `why COMMAND` explains a decision. */
export async function managePermissions(desk: Desk, argument: string): Promise<string> {
  const { client, state, folder, mode, say, revoke } = desk;
  const [action = "", ...rest] = argument.split(/\s+/).filter(Boolean);
  const workspace = state?.workspace ?? folder;
  if (action === "why" && rest.length > 0) {
    const command = argument.slice(argument.indexOf("why") + 3).trim();
    const explained = await client.call("explainPermission", { body: { workspace, mode, command } });
    return explainedLines(command, explained, say).join("\n");
  }
  const grants = state ? sessionGrants(state) : [];
  if (action === "revoke" && rest.length === 1) {
    const [id = ""] = rest;
    const grant = grants[Number(id) - 1];
    if (grant) {
      await revoke(grant.kind === "rule" ? { rule: grant.rule } : { digest: grant.digest });
      return say("permissions.revoked");
    }
    const { revoked } = await client.call("revokePermission", { params: { id }, body: {} });
    return say(revoked ? "permissions.revoked" : "permissions.noSuch", { id });
  }
  if (action !== "") return say("permissions.slashHow");
  const { configured, remembered } = await client.call("listPermissions");
  const here = remembered.filter((rule) => rule.workspace === workspace);
  return [...grantLines(grants, say), ...ruleLines(configured, here, say)].join("\n");
}
