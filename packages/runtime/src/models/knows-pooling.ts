import { passOver } from "@kestrel/diagnostics";
import { readGgufHeader } from "./gguf-header.ts";

/** Whether a model file says how the vectors of its words become one; without it an engine has to be told. False for one that cannot be read. */
export async function knowsPooling(path: string): Promise<boolean> {
  const header = await readGgufHeader(path).catch(passOver("reading a model's header"));
  const architecture = header?.metadata.get("general.architecture");
  return header?.metadata.has(`${architecture}.pooling_type`) ?? false;
}
