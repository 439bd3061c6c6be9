import { homedir } from "node:os";
import { type Config, type DataPaths, otherDataFolders } from "@kestrel/store";
import { extraRoots } from "@kestrel/tools";
import { placeOf } from "../settings/place-of-setting.ts";

/** Folders of Kestrel's own: closed to every tool, and no workspace. */
export const closedFoldersOf = (paths: DataPaths): string[] => [
  paths.data,
  paths.config,
  paths.cache,
  ...otherDataFolders(paths),
];

/** The folders that the user opened to every workspace, as real paths. Throws `config_invalid` for an unusable one. */
export function rootsOf({ values, settings }: Config, paths: DataPaths): string[] {
  const { key: _, ...place } = placeOf(settings, "permission.roots");
  const said = Object.fromEntries(Object.entries(place).map(([name, value]) => [name, String(value)]));
  const ground = { home: homedir(), closed: closedFoldersOf(paths), place: said };
  return extraRoots(values["permission.roots"] ?? [], ground);
}
