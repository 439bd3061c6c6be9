import type {
  ExamQuestion,
  LandingCount,
  ModelId,
  ModelOnDisk,
  ModelProfile,
  Prefix,
} from "@kestrel/protocol";

/**
 * The models of this machine and what is known about the one in use. Put together by the composition.
 *
 * - `load` takes a name from `list` and nothing else; it rejects with `model_not_found`, and with `busy` while a reply is
 *   under way. It resolves when the engine was told; whether it gets ready is the engine's news.
 * - `profile` waits for the engine; a question that was not answered yet is asked first.
 * - `noteLanding` adds what one turn's calls came in as to what is known of the model in use. It never rejects.
 * - `reasoning` never waits for an engine to start: it is the policy as far as it is known now.
 */
export interface ModelCatalog {
  list(): Promise<readonly ModelOnDisk[]>;
  loaded(): ModelId | undefined;
  load(id: ModelId, window?: number): Promise<void>;
  unload(): Promise<void>;
  profile(question?: ExamQuestion): Promise<ModelProfile>;
  noteLanding(count: LandingCount): Promise<void>;
  reasoning(): Promise<Prefix["reasoning"]>;
}
