import type { LoadoutModel } from "@kestrel/protocol/api";

/** A loadout's model in one line: its name there, and its location, with the full address unless it is a file. */
export function modelText({ name, path, url, host, window }: LoadoutModel): string {
  const file = path === undefined ? undefined : fileOf(String(path));
  const where = path === undefined ? (url ?? host) : undefined;
  return [name ?? file, where, window].filter((part) => part !== undefined && part !== "").join(" · ");
}

function fileOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
