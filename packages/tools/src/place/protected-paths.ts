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
/** In the spelling of `placeNames`, which a glob's is. */
export const secretNames: readonly string[] = Object.values(secretPlaces).flat();
const isSecretName = placeNames(secretNames);

/** Whether a change there asks in every mode. It need not exist; case, trailing blanks and Unicode spelling do not matter. */
export async function isProtected(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  // A workspace may itself lie in a folder of such a name; one that is told by its way from home is told by the whole way.
  if (isOfOneName(place.path) || isOfOneName(place.asked)) return true;
  if (isOfSeveral(place.real) || isOfSeveral(resolve(bounds.root, place.asked))) return true;
  const linked = await gitFileIn(rootAround(bounds, place.real));
  // Where Kestrel cannot tell which folder git follows, it may be this one.
  return linked !== undefined && (linked.leadsTo === undefined || leadsAround(linked, place));
}

/** Whether it is `.git` or lies in it, or in the folder that a `.git` file names: what git alone writes. */
export async function isInGit(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  const root = rootAround(bounds, place.real);
  if (isGitName(relative(root, place.real)) || isGitName(place.asked)) return true;
  return leadsAround((await gitFileIn(root)) ?? {}, place);
}

/** Whether the place is known to hold a secret, so that reading it asks in every mode. */
export function isSecret(place: Pick<ConfinedPath, "real" | "asked">): boolean {
  return isSecretName(place.real) || isSecretName(place.asked);
}

/** Whether a word of a command names a place that other programs obey. Judges by the name alone, in any folder. */
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
