import { homedir } from "node:os";
import { Trust } from "@kestrel/daemon";
import { dataPaths, prepareFolders } from "@kestrel/store";
import type { Flags } from "./arguments.ts";
import { composeTools } from "./compose-tools.ts";
import { readSettings } from "./settings/read-settings.ts";

/** What folders bring and what this user decided about it, without a daemon. */
export async function trustHereOf(flags: Flags): Promise<Trust> {
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
