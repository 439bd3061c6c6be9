import { type ExplainedCall, explainCall, type PermissionBook } from "@kestrel/core";
import type { Mode } from "@kestrel/protocol";
import { dataPaths, prepareFolders } from "@kestrel/store";
import { thisHost } from "../machine/this-host.ts";
import { readSettings, type SettingFlags } from "../settings/read-settings.ts";
import { composeTools } from "../tools/compose-tools.ts";

export type Explained = ExplainedCall;

/** The rules of this user, without a daemon. Nothing is started, and nothing written but by `remember` and `revoke`. */
export type RulesHere = Pick<PermissionBook, "configured" | "remembered" | "remember" | "revoke"> & {
  /** The mode of a new session. */
  mode: Mode;
  /** Folders that are open in every workspace. */
  roots: readonly string[];
  /** The decision about a command in a new session in that folder. */
  explain(command: string, workspace: string): Promise<Explained>;
};

/** Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`. */
export async function rulesHere(flags: SettingFlags): Promise<RulesHere> {
  const paths = dataPaths(process.env);
  const config = await readSettings(flags, paths);
  const { tools, permissions, roots } = composeTools(config, paths);
  const mode = config.values["permission.mode"];
  return {
    mode,
    roots,
    configured: () => permissions.configured(),
    remembered: () => permissions.remembered(),
    remember: async (workspace, verdict, rules) => {
      await prepareFolders(paths);
      await permissions.remember(workspace, verdict, rules);
    },
    revoke: (id) => permissions.revoke(id),
    explain: (command, workspace) =>
      explainCall(
        { tools, permissions, host: thisHost },
        { tool: "shell", args: { command }, workspace, mode },
      ),
  };
}
