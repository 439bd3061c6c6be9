import { reportUnexpected } from "@kestrel/diagnostics";
import { parse, TomlError } from "smol-toml";
import { configText } from "../config/rewrite-config.ts";

/** What the user's file names for the next start, as it stands there; undefined where it names none or cannot be read. */
export async function loadoutOfNextStart(configFile: string): Promise<string | undefined> {
  try {
    const { loadout } = parse(await configText(configFile));
    return typeof loadout === "string" ? loadout : undefined;
  } catch (error) {
    // A file that is no TOML is told where it is read for a start.
    if (!(error instanceof TomlError)) reportUnexpected("reading the configuration", error);
    return undefined;
  }
}
