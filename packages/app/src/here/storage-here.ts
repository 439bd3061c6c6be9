import type { Storage } from "@kestrel/daemon";
import { type DataPaths, dataPaths, freeStorage, measureStorage } from "@kestrel/store";

/** Kestrel's storage on this user's disk. Needs no daemon, and is safe while one runs. */
export function storageHere(paths: DataPaths = dataPaths(process.env)): Storage {
  return {
    folder: paths.data,
    measure: () => measureStorage(paths),
    free: (wish) => freeStorage(paths, wish),
  };
}
