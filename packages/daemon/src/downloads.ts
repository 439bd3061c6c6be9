import type { ModelId } from "@kestrel/protocol/api";
import type { EngineFetch, KnownModel, MachineForModels, ModelDownload } from "@kestrel/protocol/downloads";

/** Models, and an engine, that are downloaded because a person asked, and those that could be. */
export type Downloads = {
  readonly folder: string;
  /** A llama-server for this machine; one at a time, and none unasked. */
  readonly engine: { read(): Promise<EngineFetch>; start(vulkan?: boolean): Promise<EngineFetch> };
  list(): Promise<ModelDownload[]>;
  /** Rejects with `download_refused`, `download_auth`, `download_no_room` or `download_failed`. */
  start(source: string): Promise<ModelDownload>;
  pause(id: string): Promise<ModelDownload>;
  drop(id: string): Promise<void>;
  known(): Promise<{ machine: MachineForModels; models: KnownModel[] }>;
  /** Deletes a downloaded model; how many bytes are free now. Rejects with `model_not_found`, `model_file_invalid` or `busy`. */
  remove(id: ModelId): Promise<number>;
};
