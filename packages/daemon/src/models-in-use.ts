import type { Engine, ModelCatalog } from "@kestrel/core";
import type { Failure, SessionId } from "@kestrel/protocol";
import type {
  CrewSeat,
  Discovery,
  FolderListing,
  ListedEngine,
  ModelChoices,
  ModelToLoad,
  RefusedSeat,
} from "@kestrel/protocol/api";
import type { ModelsBeside } from "./crew/models-beside.ts";

/** The models of a daemon: the engine that runs one, those on disk, and what else answers on this machine. */
export type ModelsInUse = {
  engine: Engine;
  catalog: ModelCatalog;
  /** The engines beside the main one, and the bytes that are free for another; without it there are none. */
  beside?(): { engines: readonly ListedEngine[]; available: number | undefined };
  /** One of those engines, by its id. */
  engineBeside?(id: string): Engine | undefined;
  /** The models that the user loaded beside the main one; without it there are none. */
  loaded?: Pick<ModelsBeside, "list" | "of" | "watch">;
  /** Loads one more of them. Rejects as `ModelsBeside.load` and `catalog.load` do. */
  loadBeside?(wanted: ModelToLoad): Promise<Engine>;
  /** The crew roles that stay empty with this engine; without it none is. */
  refused?(crew: readonly CrewSeat[]): Promise<RefusedSeat[]>;
  /** Deletes what is stored of the engine's cache for a session. */
  forget?(id: SessionId): Promise<void>;
  /** Servers and engines of this machine, looked for anew. */
  discover(): Promise<Discovery>;
  /** What a person can choose, asked now. */
  choices(): Promise<ModelChoices>;
  /** Stores a model server that lists its models, with a key if one is given. Resolves to its failure otherwise. */
  keepServer(url: string, key: string | undefined): Promise<Failure | undefined>;
  /** Removes a model server and its key. */
  forgetServer(url: string): Promise<void>;
  /** The folders and models in a folder; in the home folder when none is named. Rejects with `workspace_invalid`. */
  browse(path: string | undefined): Promise<FolderListing>;
};
