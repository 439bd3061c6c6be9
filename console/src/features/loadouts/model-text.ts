import type { LoadoutModel } from "@kestrel/protocol";

/** How a loadout names a model, in one line: its own name for it before where it lies. */
export function modelText({ name, path, url, host, window }: LoadoutModel): string {
  const where = path ?? url ?? host ?? "";
  return [name ?? fileOf(String(where)), window]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}

function fileOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
