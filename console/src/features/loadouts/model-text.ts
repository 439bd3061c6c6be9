import type { LoadoutModel } from "@kestrel/protocol/api";

/** How a loadout names a model, in one line: its own name for it, and where it is, the whole address where that is no file. */
export function modelText({ name, path, url, host, window }: LoadoutModel): string {
  const file = path === undefined ? undefined : fileOf(String(path));
  const where = path === undefined ? (url ?? host) : undefined;
  return [name ?? file, where, window].filter((part) => part !== undefined && part !== "").join(" · ");
}

function fileOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
