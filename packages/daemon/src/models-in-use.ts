import type { Engine, ModelCatalog } from "@kestrel/core";
import type { SessionId } from "@kestrel/protocol";
import type {
  CrewSeat,
  Discovery,
  FolderListing,
  ListedEngine,
  ModelChoices,
  RefusedSeat,
} from "@kestrel/protocol/api";

/** The models of a daemon: the engine that runs one, those on disk, and what else answers on this machine. */
export type ModelsInUse = {
  engine: Engine;
  catalog: ModelCatalog;
  /** The engines beside it, and bytes the system could give another now; without it there are none. */
  beside?(): { engines: readonly ListedEngine[]; available: number | undefined };
  /** The seats of a crew that stay empty beside this engine; without it none is. */
  refused?(crew: readonly CrewSeat[]): Promise<RefusedSeat[]>;
  /** What is kept of the engine's cache for a session goes with it. */
  forget?(id: SessionId): Promise<void>;
  /** Servers and engines of this machine, looked for anew. */
  discover(): Promise<Discovery>;
  /** What a person can choose, asked now. */
  choices(): Promise<ModelChoices>;
  /** The folders and models in a folder; in the home folder when none is named. Rejects with `workspace_invalid`. */
  browse(path: string | undefined): Promise<FolderListing>;
};
