import { homedir } from "node:os";
import { Trust } from "@kestrel/daemon";
import { dataPaths, prepareFolders } from "@kestrel/store";
import { readSettings, type SettingFlags } from "../settings/read-settings.ts";
import { composeTools } from "../tools/compose-tools.ts";

/** What folders bring and what this user decided about it, without a daemon. */
export async function trustHereOf(flags: SettingFlags): Promise<Trust> {
  const paths = dataPaths(process.env);
  const config = await readSettings(flags, paths);
  const { trust: book, closedFolders: closed, openFolders: open } = composeTools(config, paths);
  await prepareFolders(paths);
  const { "model.window": window, "instructions.max_tokens": budget } = config.values;
  return new Trust({
    trust: { book, budget, window },
    rules: { workspaces: { closed, open, home: homedir() } },
  });
}
