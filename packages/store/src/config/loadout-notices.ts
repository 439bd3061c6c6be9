import type { Config } from "./load-config.ts";
import type { ConfigNotice } from "./unknown-settings.ts";

/** What a loadout says and Kestrel does not do: a mode that would ask less than the one in force, which only the person can choose. */
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
