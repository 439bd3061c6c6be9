import type { ModelId } from "@kestrel/protocol/api";
import type { KnownModel, MachineForModels, ModelDownload } from "@kestrel/protocol/downloads";

/** Models that are downloaded because a person asked, and those that could be. */
export type Downloads = {
  readonly folder: string;
  list(): Promise<ModelDownload[]>;
  /** Rejects with `download_refused`, `download_auth`, `download_no_room` or `download_failed`. */
  start(source: string): Promise<ModelDownload>;
  pause(id: string): Promise<ModelDownload>;
  drop(id: string): Promise<void>;
  known(): Promise<{ machine: MachineForModels; models: KnownModel[] }>;
  /** Deletes a downloaded model; how many bytes are free now. Rejects with `model_not_found`, `model_file_invalid` or `busy`. */
  remove(id: ModelId): Promise<number>;
};
