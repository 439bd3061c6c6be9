import { randomInt } from "node:crypto";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import type { DataPaths } from "./data-paths.ts";
import { replaceFile } from "./files/replace-file.ts";
import { readPrivate } from "./token.ts";

/** Below the systems' ephemeral ports (Linux from 32768, others from 49152) and above the well-known ones. */
const [lowest, highest] = [20_000, 32_000];

/**
 * The port of this data folder: chosen at random once and stored, so that an open tab finds the daemon again and no page of an earlier
 * program is at its address. `again` chooses another when that one is taken.
 */
export async function keptPort(paths: DataPaths, again = false): Promise<number> {
  const file = join(paths.data, "port");
  const kept = again ? Number.NaN : Number(await readPrivate(file).catch(absent));
  if (Number.isInteger(kept) && kept >= lowest && kept < highest) return kept;
  const drawn = randomInt(lowest, highest);
  await replaceFile(file, String(drawn)).catch(passOver("keeping the port"));
  return drawn;
}
