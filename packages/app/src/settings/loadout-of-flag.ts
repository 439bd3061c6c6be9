import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { builtEnding, dataPaths } from "@kestrel/store";
import { programFiles } from "../machine/program-files.ts";

/** The file of `--loadout`: a path relative to this folder, or the name of a user's or built-in loadout. */
export function loadoutOfFlag(given: string): string {
  const path = resolve(given);
  if (existsSync(path) || given.includes("/")) return path;
  const { config } = dataPaths(process.env);
  const stem = given.replace(/@built$/, "");
  const ending = stem === given ? ".toml" : builtEnding;
  const folders = [join(config, "loadouts"), programFiles().loadouts ?? ""];
  return folders.map((folder) => join(folder, stem + ending)).find((file) => existsSync(file)) ?? path;
}
