import { readGgufHeader } from "../models/gguf-header.ts";

/** What Kestrel needs of a model's header before an engine is started with it. */
export type ModelFile = { bytes: number; name?: string; architecture?: string };

/** Reads and checks the header of a GGUF file; throws `model_file_invalid` with a reason. */
export async function checkModelFile(path: string): Promise<ModelFile> {
  const { bytes, metadata } = await readGgufHeader(path);
  const textOf = (key: string) => {
    const value = metadata.get(key);
    return typeof value === "string" ? value : undefined;
  };
  return { bytes, name: textOf("general.name"), architecture: textOf("general.architecture") };
}
