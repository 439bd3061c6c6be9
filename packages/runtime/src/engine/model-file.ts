import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { readGgufHeader } from "../models/gguf-header.ts";

/** Facts from a model's header needed before an engine starts. */
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

/** Rejects with `config_invalid` before an engine starts, which would report it later and less clearly. */
export async function checkTemplateFile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const found = await stat(path).catch(absent);
  if (isAbsolute(path) && found?.isFile()) return;
  const params = { key: "template_file", expected: "template_path", got: path };
  throw new KestrelError("config_invalid", `${path} is no chat template file`, params);
}
