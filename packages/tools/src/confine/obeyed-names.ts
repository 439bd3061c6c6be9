import { placeNames } from "../place/place-names.ts";
import { protectedPlaces } from "../place/protected-places.table.ts";

/** The protected places that programs obey when they merely run in the folder. `.git` has a seal of its own. */
export const obeyedNames: readonly string[] = ["version control", "agents and Kestrel", "editors", "shells"]
  .flatMap((kind) => protectedPlaces[kind] ?? [])
  .filter((name) => name !== ".git/" && !name.includes("*"));

/** Whether a name, from the workspace, is one of them: at its top, or in its `.config`. */
export const isObeyed: (name: string) => boolean = placeNames(obeyedNames);

/** The folder of all names that have two parts. */
export const obeyedFolder = ".config";
