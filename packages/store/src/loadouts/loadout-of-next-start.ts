import { reportUnexpected } from "@kestrel/diagnostics";
import { parse, TomlError } from "smol-toml";
import { configText } from "../config/rewrite-config.ts";

/** The loadout that the user's file sets for the next start, as written; undefined when it is unset or the file cannot be read. */
export async function loadoutOfNextStart(configFile: string): Promise<string | undefined> {
  try {
    const { loadout } = parse(await configText(configFile));
    return typeof loadout === "string" ? loadout : undefined;
  } catch (error) {
    // A start reports invalid TOML itself.
    if (!(error instanceof TomlError)) reportUnexpected("reading the configuration", error);
    return undefined;
  }
}
