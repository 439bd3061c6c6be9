import { randomInt } from "node:crypto";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import type { DataPaths } from "./data-paths.ts";
import { replaceFile } from "./files/replace-file.ts";
import { readPrivate } from "./token.ts";

/** Below what systems give out by themselves (Linux from 32768, others from 49152) and above the ports that services are known by. */
const [lowest, highest] = [20_000, 32_000];

/**
 * The port of this data folder: drawn once and kept, so that an open tab finds the daemon again and no page of an earlier
 * program waits at its address. `again` draws another one, when that is taken.
 */
export async function keptPort(paths: DataPaths, again = false): Promise<number> {
  const file = join(paths.data, "port");
  const kept = again ? Number.NaN : Number(await readPrivate(file).catch(absent));
  if (Number.isInteger(kept) && kept >= lowest && kept < highest) return kept;
  const drawn = randomInt(lowest, highest);
  await replaceFile(file, String(drawn)).catch(passOver("keeping the port"));
  return drawn;
}
