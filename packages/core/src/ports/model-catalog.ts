import type { Prefix } from "@kestrel/protocol";
import type {
  ExamQuestion,
  LandingCount,
  ModelId,
  ModelOnDisk,
  ModelProfile,
  ModelToLoad,
  ModelTraits,
} from "@kestrel/protocol/api";

/**
 * The models of this machine and what is known about the one in use. Put together by the composition.
 *
 * - `load` takes a name from `list`, a GGUF file or a server; it rejects with `model_not_found`, `model_file_invalid` or what a
 *   server that was asked has said, and with `busy` while a reply is under way; then what was in use stays. It resolves when the
 *   engine was told; whether it gets ready is the engine's news.
 * - `profile` waits for the engine; a question that was not answered yet is asked first.
 * - `noteLanding` adds what one turn's calls came in as to what is known of the model in use. It never rejects.
 * - `traits` are what its model needs, as far as that is known now; like `reasoning` it waits for no engine.
 * - `reasoning` never waits for an engine to start: it is the policy as far as it is known now.
 */
export interface ModelCatalog {
  list(): Promise<readonly ModelOnDisk[]>;
  loaded(): ModelId | undefined;
  load(wanted: ModelToLoad): Promise<void>;
  unload(): Promise<void>;
  profile(question?: ExamQuestion): Promise<ModelProfile>;
  noteLanding(count: LandingCount): Promise<void>;
  reasoning(): Promise<Prefix["reasoning"]>;
  traits(): Promise<ModelTraits>;
}
