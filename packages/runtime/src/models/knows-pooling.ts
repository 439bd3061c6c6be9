import { passOver } from "@kestrel/diagnostics";
import { readGgufHeader } from "./gguf-header.ts";

/** Whether a model file declares its pooling; without it the engine needs a flag. False for an unreadable file. */
export async function knowsPooling(path: string): Promise<boolean> {
  const header = await readGgufHeader(path).catch(passOver("reading a model's header"));
  const architecture = header?.metadata.get("general.architecture");
  return header?.metadata.has(`${architecture}.pooling_type`) ?? false;
}
