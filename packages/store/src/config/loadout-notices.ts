import type { Config } from "./load-config.ts";
import type { ConfigNotice } from "./unknown-settings.ts";

/** What Kestrel ignores in a loadout: a mode less strict than the effective one, which only the user can choose. */
export function loadoutNotices({ loadout, values }: Pick<Config, "loadout" | "values">): ConfigNotice[] {
  if (!loadout) return [];
  const { file, source } = loadout;
  const { mode } = source.permission;
  const inForce = values["permission.mode"];
  const suggested: ConfigNotice[] =
    mode === undefined || mode === inForce
      ? []
      : [{ code: "permission_suggested", params: { file, mode, inForce } }];
  return suggested;
}
