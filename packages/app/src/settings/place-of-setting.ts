import type { ErrorParams } from "@kestrel/protocol";
import type { Setting } from "@kestrel/protocol/api";

/** Where a setting stands, as the facts of a complaint about it: its key, and the flag, the variable or the file that set it. */
export function placeOf(settings: readonly Setting[], key: string): ErrorParams {
  const setting = settings.find((one) => one.key === key);
  if (setting?.where === undefined) return { key };
  switch (setting.origin) {
    case "flag":
      return { key, flag: setting.where };
    case "environment":
      return { key, variable: setting.where };
    case "user":
    case "loadout":
      return { key, file: setting.where };
    case "default":
      return { key };
    default:
      return setting.origin satisfies never;
  }
}
