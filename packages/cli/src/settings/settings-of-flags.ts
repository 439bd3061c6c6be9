import { resolve } from "node:path";
import type { Flags } from "../arguments.ts";
import { loadoutOfFlag } from "./loadout-of-flag.ts";

/** How the flags that are settings are written. */
export const flagNames = {
  "server.port": "--port",
  "model.path": "--model",
  "model.url": "--url",
  "model.window": "--window",
  "permission.mode": "--mode",
} as const;

/** The flags that are settings, under the settings' names. Paths a user types are relative to where they type. */
export function settingsOf(flags: Flags): Record<string, string | undefined> {
  return {
    "server.port": flags.port,
    "model.path": flags.model && resolve(flags.model),
    "model.url": flags.url,
    "model.window": flags.window,
    "permission.mode": flags.mode,
    loadout: flags.loadout && loadoutOfFlag(flags.loadout),
  };
}
