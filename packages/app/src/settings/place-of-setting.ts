import type { ErrorParams } from "@kestrel/protocol";
import type { Setting } from "@kestrel/protocol/api";

/** The origin of a setting as error params: its key, and the flag, variable or file that set it. */
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
