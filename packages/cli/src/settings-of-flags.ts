import { resolve } from "node:path";
import type { Flags } from "./arguments.ts";

/** The flags that are settings, under the settings' names. Paths a user types are relative to where they type. */
export function settingsOf(flags: Flags): Record<string, string | undefined> {
  return {
    "server.port": flags.port,
    "model.path": flags.model && resolve(flags.model),
    "model.url": flags.url,
    "model.window": flags.window,
    "permission.mode": flags.mode,
    loadout: flags.loadout && resolve(flags.loadout),
  };
}
