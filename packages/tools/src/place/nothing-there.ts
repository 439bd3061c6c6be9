import { lstat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { ToolContext } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { editDistance, visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import { type Bounds, type ConfinedPath, rootAround } from "./confined-path.ts";
import { projectPaths } from "./project-paths.ts";

/** How many paths a refusal names. */
const most = { near: 3, listed: 8 } as const;
/** Maximum edit distance of a typo, which is also at most a third of the name's length. */
const slips = 2;

/** The message for a missing path: what exists nearby and the next call to make. `otherwise`: text when no name is near. */
export async function nothingThere(bounds: Bounds, place: ConfinedPath, otherwise = ""): Promise<string> {
  const asked = visibleName(place.asked);
  const inProject = rootAround(bounds, place.real) === bounds.root;
  const paths = (inProject && (await projectPaths(bounds.root).catch(absent))) || [];
  const near = nearest(paths, place.asked).map(visibleName);
  const [first] = near;
  if (first !== undefined && near.length === 1)
    return `There is no ${asked}. The file is ${first}: call read with {"path": ${JSON.stringify(first)}}.`;
  if (near.length > 1) return `There is no ${asked}. Near: ${near.join(", ")}. Read one of them.`;
  if (paths.length === 0) return `There is no ${asked}. The folder has no files.${otherwise}`;
  const more = paths.length > most.listed ? `, and ${paths.length - most.listed} more` : "";
  return `There is no ${asked}. Files here: ${paths.slice(0, most.listed).map(visibleName).join(", ")}${more}.${otherwise}`;
}

function nearest(paths: readonly string[], asked: string): string[] {
  const name = basename(asked).toLowerCase();
  const alike = (path: string) => basename(path).toLowerCase() === name;
  const same = paths.filter(alike);
  if (same.length > 0) return same.slice(0, most.near);
  const stem = stemOf(name);
  return paths
    .map((path) => ({ path, slips: slipsBetween(basename(path).toLowerCase(), name, stem) }))
    .filter((one) => one.slips <= slips)
    .sort((one, other) => one.slips - other.slips)
    .filter((one, _, [first]) => one.slips === first?.slips)
    .slice(0, most.near)
    .map(({ path }) => path);
}

function slipsBetween(name: string, asked: string, stem: string): number {
  if (stem.length > 2 && stemOf(name) === stem) return 1;
  const slips = editDistance(name, asked);
  return slips * 3 <= asked.length ? slips : Infinity;
}

const stemOf = (name: string) => name.slice(0, name.length - extname(name).length);

/** Refuses a missing path with suggestions. A model with trained texts gets those later. */
export async function refuseMissing(
  bounds: Bounds,
  place: ConfinedPath,
  { texts }: Pick<ToolContext, "texts">,
): Promise<void> {
  if (texts || place.path === ".") return;
  const isThere = await lstat(place.real).then(
    () => true,
    (error: unknown) => systemCode(error) !== "ENOENT",
  );
  if (!isThere) throw new Refusal(await nothingThere(bounds, place));
}
