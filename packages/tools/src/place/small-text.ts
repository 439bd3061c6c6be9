import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { absent } from "@kestrel/diagnostics";
import { readWhole } from "./file-content.ts";

const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The bytes of a regular file, links followed; undefined for a missing file, a pipe, a device, or more than `most` bytes. Never blocks. */
export async function smallFile(path: string, most: number): Promise<Buffer | undefined> {
  const handle = await open(path, flags).catch(absent);
  if (!handle) return undefined;
  try {
    const stat = await handle.stat();
    return stat.isFile() && stat.size <= most ? await readWhole(handle, most) : undefined;
  } catch (error) {
    absent(error);
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The same as text. */
export async function smallText(path: string, most: number): Promise<string | undefined> {
  return (await smallFile(path, most))?.toString("utf8");
}
