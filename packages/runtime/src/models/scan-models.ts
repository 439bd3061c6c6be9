import { KestrelError } from "@kestrel/core";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import { attentionShape } from "./attention-shape.ts";
import { estimateMemory } from "./estimate-memory.ts";
import { filesOfModel } from "./files-of-model.ts";
import { findModelFiles, type ModelFileOnDisk } from "./find-model-files.ts";
import { type GgufHeader, readGgufHeader } from "./gguf-header.ts";
import { type GroupedModel, groupModelFiles } from "./group-model-files.ts";
import type { ModelFolder } from "./model-folders.ts";
import { quantisationName } from "./quantisation-name.ts";

/** Tokens: the window of an estimate by default. */
const usualWindow = 32_768;

/** Metadata of each file is cached for the scanner's lifetime: headers are large and do not change. */
export type ModelScanner = {
  /** The models below the folders, by name; invalid ones too, with the reason. */
  scan(): Promise<readonly ModelOnDisk[]>;
  /** The last scan's result. */
  latest(): readonly ModelOnDisk[];
  /** The number of models in the folders, without reading them. */
  count(): Promise<number>;
  /** Adds a named file to the results, with its parts and its projector. */
  include(path: string, place: ModelOnDisk["place"]): void;
};

export function modelScanner(folders: readonly ModelFolder[]): ModelScanner {
  return new Scanner(folders);
}

class Scanner implements ModelScanner {
  readonly #folders: readonly ModelFolder[];
  readonly #headers = new Map<string, Promise<GgufHeader>>();
  /** Explicitly named files, by path. */
  readonly #named = new Map<string, ModelOnDisk["place"]>();
  #latest: readonly ModelOnDisk[] = [];

  constructor(folders: readonly ModelFolder[]) {
    this.#folders = folders;
  }

  async scan(): Promise<readonly ModelOnDisk[]> {
    const headerOf = (file: ModelFileOnDisk) => this.#headerOf(file);
    const named = [...this.#named].map(([path, place]) => filesOfModel(path, place));
    const files = [...(await Promise.all(named)).flat(), ...(await findModelFiles(this.#folders))];
    const models = await inTurns(groupModelFiles(onceEach(files)), mostAtOnce, (model) =>
      described(model, headerOf),
    );
    this.#latest = models.sort((left, right) => (left.id < right.id ? -1 : 1));
    return this.#latest;
  }

  latest(): readonly ModelOnDisk[] {
    return this.#latest;
  }

  async count(): Promise<number> {
    return groupModelFiles(await findModelFiles(this.#folders)).length;
  }

  include(path: string, place: ModelOnDisk["place"]): void {
    if (!this.#named.has(path)) this.#named.set(path, place);
  }

  #headerOf({ path, identity, bytes }: ModelFileOnDisk): Promise<GgufHeader> {
    const key = `${identity}:${bytes}`;
    const header = this.#headers.get(key) ?? readGgufHeader(path);
    this.#headers.set(key, header);
    return header;
  }
}

/** A file that was both named and found counts once. */
function onceEach(files: readonly ModelFileOnDisk[]): ModelFileOnDisk[] {
  return [...new Map([...files].reverse().map((file) => [file.identity, file])).values()].reverse();
}

/** Headers read concurrently: each takes a block of memory. */
const mostAtOnce = 8;

async function inTurns<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return results;
}

/** UTF-16 units. A model file can contain a title of any length. */
const longestTitle = 200;

async function described(
  { id, name, parts, expected, projector }: GroupedModel,
  headerOf: (file: ModelFileOnDisk) => Promise<GgufHeader>,
): Promise<ModelOnDisk> {
  const [first] = parts;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const found = { id, name, path: first?.path ?? "", place: first?.place ?? "configured", bytes };
  const plain: ModelOnDisk = { ...found, parts: parts.length, projector: projector?.path };
  if (parts.length < expected) return { ...plain, damaged: "parts_missing" };
  try {
    const headers = await Promise.all(parts.map(headerOf));
    const [header] = headers;
    if (!header) return plain;
    const title = header.metadata.get("general.name");
    const facts = factsOf(header, headers);
    return typeof title === "string" && title !== name
      ? { ...plain, ...facts, title: title.slice(0, longestTitle) }
      : { ...plain, ...facts };
  } catch (error) {
    const reason = error instanceof KestrelError ? error.params.reason : undefined;
    return { ...plain, damaged: String(reason ?? "unreadable") };
  }
}

function factsOf(header: GgufHeader, headers: readonly GgufHeader[]): Partial<ModelOnDisk> {
  const architecture = header.metadata.get("general.architecture");
  const trained = header.metadata.get(`${architecture}.context_length`);
  const trainedWindow = typeof trained === "number" && trained > 0 ? trained : undefined;
  const weights = headers.reduce((sum, one) => sum + one.bytes - one.dataStart, 0);
  const shape = attentionShape(header);
  const window = Math.min(usualWindow, trainedWindow ?? usualWindow);
  const need = shape && estimateMemory({ weights, shape, window });
  return {
    architecture: typeof architecture === "string" ? architecture : undefined,
    parameters: headers.reduce((sum, one) => sum + one.parameters, 0),
    quantisation: quantisationName(header.metadata.get("general.file_type")),
    trainedWindow,
    memory: need && { window, weights, cache: need.cache, perThousand: need.cachePerThousand },
  };
}
