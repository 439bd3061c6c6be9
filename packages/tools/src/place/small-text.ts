import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { readWhole } from "./file-content.ts";

const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The text of a regular file, links followed; undefined where there is none, and for a pipe, a device, or more than `most` bytes: nothing is waited for. */
export async function smallText(path: string, most: number): Promise<string | undefined> {
  const handle = await open(path, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stat = await handle.stat();
    return stat.isFile() && stat.size <= most ? (await readWhole(handle, most))?.toString("utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
