import type { Engine, ModelCatalog } from "@kestrel/core";
import type { Discovery } from "@kestrel/protocol";

/** The models of a daemon: the engine that runs one, those on disk, and what else answers on this machine. */
export type ModelsInUse = {
  engine: Engine;
  catalog: ModelCatalog;
  /** Servers and engines of this machine, looked for anew. */
  discover(): Promise<Discovery>;
};
