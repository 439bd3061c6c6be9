import { lstat } from "node:fs/promises";
import { passOver } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { type Bounds, type ConfinedPath, confine } from "./confined-path.ts";
import { isGitName } from "./protected-paths.ts";

/** The file that a path into `.git` probably means: the same path without `.git`. A small model writes `.git/a.py` for `a.py`. */
export async function insteadOfGit(
  bounds: Bounds,
  { asked }: Pick<ConfinedPath, "asked">,
): Promise<string | undefined> {
  const meant = asked
    .split("/")
    .filter((part) => !isGitName(part))
    .join("/");
  return confine(bounds, meant)
    .then(async (place) => ((await lstat(place.real)).isFile() ? visibleName(place.path) : undefined))
    .catch(passOver("looking for another path"));
}
