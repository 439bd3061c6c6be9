import { KestrelError } from "@kestrel/core";
import { reportUnexpected } from "@kestrel/diagnostics";
import { parse, TomlError } from "smol-toml";
import { configText, rewriteConfig } from "../config/rewrite-config.ts";

/**
 * Has the user's file name the loadout of the next start, or none. Every other line stays as it is. Rejects with `config_invalid`
 * {file, key} where the file is in another hand.
 */
export async function useLoadout(configFile: string, loadout: string | undefined): Promise<void> {
  const text = await configText(configFile);
  const { loadout: _, ...rest } = parse(text);
  const lines = text.split("\n");
  const tables = lines.findIndex((line) => /^\s*\[/.test(line));
  const top = tables < 0 ? lines.length : tables;
  const kept = lines.filter((line, index) => index >= top || !/^\s*["']?loadout["']?\s*=/.test(line));
  const added = loadout === undefined ? [] : [`loadout = ${JSON.stringify(loadout)}`];
  const wanted = loadout === undefined ? rest : { ...rest, loadout };
  if (!(await rewriteConfig(configFile, [...added, ...kept].join("\n"), wanted))) {
    throw new KestrelError("config_invalid", `${configFile} is written in another hand`, {
      file: configFile,
      key: "loadout",
      expected: "value",
    });
  }
}

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
