import { relative, resolve } from "node:path";
import { isInside } from "@kestrel/core";
import { type Bounds, type ConfinedPath, rootAround } from "./confined-path.ts";
import { type GitFile, gitFileIn } from "./git-file.ts";
import { placeNames } from "./place-names.ts";
import { protectedPlaces } from "./protected-places.table.ts";
import { secretPlaces } from "./secret-places.table.ts";

const names = Object.values(protectedPlaces).flat();
const isOfOneName = placeNames(names.filter((name) => !name.replace(/\/$/, "").includes("/")));
const isOfSeveral = placeNames(names.filter((name) => name.replace(/\/$/, "").includes("/")));
export const isGitName = placeNames([".git/"]);
/** In the notation of `placeNames`, which is also a glob's. */
export const secretNames: readonly string[] = Object.values(secretPlaces).flat();
const isSecretName = placeNames(secretNames);

/** Whether a change to a path always needs approval. It need not exist; case, trailing blanks and Unicode form are ignored. */
export async function isProtected(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  // The workspace may itself be in a folder of such a name; names relative to home are matched by the full path.
  if (isOfOneName(place.path) || isOfOneName(place.asked)) return true;
  if (isOfSeveral(place.real) || isOfSeveral(resolve(bounds.root, place.asked))) return true;
  const linked = await gitFileIn(rootAround(bounds, place.real));
  // When the folder that git uses is unknown, it may be this one.
  return linked !== undefined && (linked.leadsTo === undefined || leadsAround(linked, place));
}

/** Whether a path is `.git` or in it, or in the target of a `.git` file: only git writes there. */
export async function isInGit(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  const root = rootAround(bounds, place.real);
  if (isGitName(relative(root, place.real)) || isGitName(place.asked)) return true;
  return leadsAround((await gitFileIn(root)) ?? {}, place);
}

/** Whether a path is known to hold a secret, so that reading it always needs approval. */
export function isSecret(place: Pick<ConfinedPath, "real" | "asked">): boolean {
  return isSecretName(place.real) || isSecretName(place.asked);
}

/** Whether a word of a command names a path that other programs obey. Judged by name alone, in any folder. */
export function namesProtected(word: string): boolean {
  return isOfOneName(word) || isOfSeveral(word);
}

/** Whether a word of a command names a known secret. */
export function namesSecret(word: string): boolean {
  return isSecretName(word);
}

function leadsAround({ leadsTo }: GitFile, { real }: ConfinedPath): boolean {
  return leadsTo !== undefined && isInside({ path: real, folder: leadsTo });
}
