import { join } from "node:path";
import type { ProjectOffer } from "@kestrel/core";
import type { ConfigNotice } from "./unknown-settings.ts";

const name = "kestrel.toml";

/**
 * A `kestrel.toml` in a workspace sets nothing: otherwise the author of a project could choose programs and servers. The user gets this
 * notice, except when the file only denies calls: the trust prompt covers those.
 */
export function workspaceConfigNotice({
  workspace,
  ignored,
}: Pick<ProjectOffer, "workspace" | "ignored">): ConfigNotice | undefined {
  if (!ignored.some(({ path }) => path === name)) return undefined;
  return { code: "workspace_config_ignored", params: { file: join(workspace, name) } };
}
