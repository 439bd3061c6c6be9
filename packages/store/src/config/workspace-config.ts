import { join } from "node:path";
import type { ProjectOffer } from "@kestrel/core";
import type { ConfigNotice } from "./unknown-settings.ts";

const name = "kestrel.toml";

/**
 * A `kestrel.toml` in a workspace sets nothing: whoever wrote the project would choose programs and servers. It is only told, and
 * not where it says no more than which calls are denied: that is the question of trust.
 */
export function workspaceConfigNotice({
  workspace,
  ignored,
}: Pick<ProjectOffer, "workspace" | "ignored">): ConfigNotice | undefined {
  if (!ignored.some(({ path }) => path === name)) return undefined;
  return { code: "workspace_config_ignored", params: { file: join(workspace, name) } };
}
