import { placeNames } from "../place/place-names.ts";
import { protectedPlaces } from "../place/protected-places.table.ts";

/** The protected paths that programs obey by merely running in the folder. `.git` is sealed separately. */
export const obeyedNames: readonly string[] = ["version control", "agents and Kestrel", "editors", "shells"]
  .flatMap((kind) => protectedPlaces[kind] ?? [])
  .filter((name) => name !== ".git/" && !name.includes("*"));

/** Whether a name relative to the workspace is one of them, at the top level or in `.config`. */
export const isObeyed: (name: string) => boolean = placeNames(obeyedNames);

/** The folder of all two-part names. */
export const obeyedFolder = ".config";
