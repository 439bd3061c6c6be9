import type { Storage } from "@kestrel/daemon";
import { type DataPaths, dataPaths, freeStorage, measureStorage } from "@kestrel/store";

/** What this user's Kestrel keeps on the disk. Needs no daemon, and is safe beside one. */
export function storageHere(paths: DataPaths = dataPaths(process.env)): Storage {
  return {
    folder: paths.data,
    measure: () => measureStorage(paths),
    free: (wish) => freeStorage(paths, wish),
  };
}
