import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ConfigNotice } from "./unknown-settings.ts";

/** A `kestrel.toml` in a workspace sets nothing: whoever wrote the project would choose programs and servers. It is only told. */
export async function workspaceConfigNotice(workspace: string): Promise<ConfigNotice | undefined> {
  const file = join(workspace, "kestrel.toml");
  const there = await stat(file).then(
    () => true,
    () => false,
  );
  return there ? { code: "workspace_config_ignored", params: { file } } : undefined;
}
