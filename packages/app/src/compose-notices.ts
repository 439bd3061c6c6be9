import { KestrelError } from "@kestrel/core";
import { type Application, Notices } from "@kestrel/daemon";
import type { DaemonStatus } from "@kestrel/protocol/api";
import {
  type Config,
  type DataPaths,
  loadoutNotices,
  proveWritable,
  type StoredCatalog,
} from "@kestrel/store";
import type { LiveSettings } from "./settings/live-settings.ts";

/** Notices for the user about the settings and the disk. */
export function noticesOf(
  config: Config,
  paths: DataPaths,
  { catalog, settings }: { catalog: StoredCatalog; settings: LiveSettings },
): Notices {
  return new Notices(
    [...config.notices, ...loadoutNotices(config)],
    async () => {
      const { detail } = await catalog.ready();
      return detail === undefined ? [] : [{ code: "index_unavailable", params: { detail } }];
    },
    () => unwritable(paths),
    () => settings.notices(),
  );
}

/** What the loadout in force names and is not here. */
export async function noteMissing(
  { loadouts }: Pick<Application, "loadouts">,
  notices: Notices,
): Promise<void> {
  for (const params of await loadouts.missing()) notices.add({ code: "loadout_missing", params });
}

/** Checked on every call: a disk that is full now may have space a minute later. */
async function unwritable(paths: DataPaths): Promise<DaemonStatus["notices"]> {
  try {
    await proveWritable(paths);
    return [];
  } catch (error) {
    const { path = paths.data, why = "unknown" } = error instanceof KestrelError ? error.params : {};
    return [{ code: "data_unwritable", params: { path: String(path), why: String(why) } }];
  }
}
